"""Trains the reader: processes draw lines, a thread takes them to the GPU, and the loop uses each line about once (again, in other colours, when
drawing is slower than training). Of the processes `--screens` cut their lines out of pages that Chromium draws (screens.py, CHROMIUM), each with a loader of
its own, so that none waits for another. The schedule follows the clock from the start of the process: `--seconds`, or what stands in OUT/seconds, read while
it runs. mean.pt is the running mean of the weights, as net.pt and final.pt are the weights themselves."""
import argparse, copy, math, os, pickle, sys, threading, time
os.environ.setdefault('OMP_NUM_THREADS', '1')
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from torch.utils.data import DataLoader, IterableDataset
from alphabet import CHARS, CLASSES
from lines import HEIGHT, Lines
from screens import Screens
from net import Net, start_from

ap = argparse.ArgumentParser()
for name, kind, value in (('data', str, '.'), ('out', str, 'out'), ('seconds', int, 1500), ('workers', int, 16), ('start', str, ''), ('resume', str, ''), ('rate', float, 1.2e-3), ('area', int, 131072), ('parts', int, 2), ('warm', int, 300), ('steps', int, 0), ('device', str, 'cuda'), ('seed', int, 1), ('screens', int, 0), ('decay', float, .9985)): ap.add_argument('--' + name, type=kind, default=value)
A = ap.parse_args(); GPU = A.device == 'cuda'

class Batches(IterableDataset):
    def __init__(self, held_out, area, screen=None): self.held_out = held_out; self.area = area; self.screen = screen
    def __iter__(self):
        w = torch.utils.data.get_worker_info(); worker = w.id if w else 0; torch.set_num_threads(1)
        buckets = {}; seed = A.seed * 1000 + worker * 17 + (500 if self.held_out else 0)
        for image, label, _ in Lines(A.data, seed, self.held_out) if self.screen is None else Screens(A.data, A.seed * 1000 + 700 + self.screen, os.environ['CHROMIUM']):
            width = (image.shape[1] + 63) // 64 * 64
            b = buckets.setdefault(width, []); b.append((image, label))
            if len(b) * width < self.area: continue
            x = np.zeros((len(b), HEIGHT, width, 3), np.uint8)
            for i, (im, _) in enumerate(b): x[i, :, :im.shape[1]] = im
            yield torch.from_numpy(x), torch.tensor([im.shape[1] for im, _ in b]), torch.tensor([len(l) for _, l in b]), torch.tensor([v for _, l in b for v in l])
            buckets[width] = []

def loader(held_out, workers, area, screen=None):
    return iter(DataLoader(Batches(held_out, area, screen), batch_size=None, num_workers=workers, prefetch_factor=4, pin_memory=GPU))

class Ring:
    """The newest batches on the GPU. A batch that was not used yet comes first; otherwise any of them again, every other one out of a screen."""
    def __init__(self, lines, screens=(), size=240):
        self.items, self.screens, self.fresh, self.size, self.taken, self.again = [], [], [], size, 0, 0
        self.lock = threading.Condition()
        for source in (lines, *screens): threading.Thread(target=self.fill, args=(source, source is not lines), daemon=True).start()
    def fill(self, source, of_screens):
        stream = torch.cuda.Stream() if GPU else None
        for x, wid, n, y in source:
            if GPU:
                with torch.cuda.stream(stream): x, wid, y = (t.to('cuda', non_blocking=True) for t in (x, wid, y))
                stream.synchronize()
            with self.lock:
                while len(self.fresh) > 40: self.lock.wait(1)
                kept = self.screens if of_screens else self.items; kept.append((x, wid, n, y)); self.fresh.append(kept[-1]); del kept[:-self.size]; self.lock.notify()
    def next(self):
        with self.lock:
            while not self.items or (len(self.items) < 60 and not self.fresh): self.lock.wait(1)
            if self.fresh: b = self.fresh.pop(0); self.taken += len(b[1]); self.lock.notify()
            else: kept = self.screens if len(self.screens) > 30 and np.random.rand() < .5 else self.items; b = kept[np.random.randint(len(kept))]; self.again += len(b[1])
            return b

def prepare(x, wid, train):
    """Other colours and a little noise, then the network's input; what is right of a line is 0."""
    x = x.permute(0, 3, 1, 2).float(); n, _, _, w = x.shape; d = x.device; u = lambda: torch.rand(n, 1, 1, 1, device=d)
    if train:
        x = torch.where(u() < .3, 255 - x, x)
        order = torch.argsort(torch.rand(n, 3, device=d), 1); shuffled = x.gather(1, order[:, :, None, None].expand_as(x)); x = torch.where(u() < .3, shuffled, x)
        k = torch.where(u() < .3, .6 + u() * .4, torch.ones_like(x[:, :1, :1, :1])); x = x * k + (1 - k) * 255 * torch.rand(n, 3, 1, 1, device=d)
        x = x + torch.randn_like(x) * (u() * 5 * (u() < .15))
    inside = (torch.arange(w, device=d)[None] < wid[:, None].to(d)).float()[:, None, None]
    return ((x.clamp(0, 255) / 127.5 - 1) * inside).flip(1).contiguous(memory_format=torch.channels_last)

def greedy(logits):
    for row in logits.argmax(-1).cpu().numpy():
        yield [int(v) for i, v in enumerate(row) if v and (i == 0 or row[i - 1] != v)]
def distance(a, b):
    p = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        q = [i]
        for j, y in enumerate(b, 1): q.append(min(p[j] + 1, q[-1] + 1, p[j - 1] + (x != y)))
        p = q
    return p[-1]
def evaluate(net, batches):
    net.eval(); wrong = length = exact = lines = 0
    with torch.no_grad():
        for x, wid, n, y in batches:
            y = y.cpu(); at = 0
            for got, l in zip(greedy(net(prepare(x.to(A.device), wid, False)).float()), n.tolist()):
                d = distance(got, y[at:at + l].tolist()); at += l; wrong += d; length += l; lines += 1; exact += d == 0
    net.train(); return f'CER {wrong / length * 100:.3f} % exact {exact / lines * 100:.1f} % of {lines}'

def save(net, name):
    torch.save({k: v.half() if v.is_floating_point() else v for k, v in net.state_dict().items()}, f'{A.out}/{name}.tmp'); os.replace(f'{A.out}/{name}.tmp', f'{A.out}/{name}')

def follow(mean, net, decay):
    with torch.no_grad():
        for a, b in zip(mean.state_dict().values(), net.state_dict().values()):
            if a.is_floating_point(): a.lerp_(b, 1 - decay)
            else: a.copy_(b)

def main():
    os.makedirs(A.out, exist_ok=True); torch.backends.cudnn.benchmark = True; torch.manual_seed(A.seed); began = time.time()
    say = lambda *t: print(f'{time.time() - began:.0f}s', *t, flush=True)
    ring = Ring(loader(False, A.workers, A.area), [loader(False, 1, A.area, i) for i in range(A.screens)]); unseen = loader(True, 1, 16384)
    net = Net(CLASSES).to(A.device).to(memory_format=torch.channels_last)
    if A.resume: net.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in torch.load(A.resume, map_location='cpu').items()}); say('resumed')
    elif A.start: start_from(net, pickle.load(open(A.start, 'rb')), CHARS, torch.cat([prepare(x.to(A.device), wid, True)[:, :, :, :256] for x, wid, n, y in (ring.next() for _ in range(6 if GPU else 2)) if x.shape[2] >= 256] or [prepare(*ring.next()[:2], True)])); say('started from an exported network')
    mean = copy.deepcopy(net); held = [next(unseen)]; say('unseen fonts', evaluate(net, held), '; classes', CLASSES)
    wide = [p for p in net.parameters() if p.ndim > 1]; flat = [p for p in net.parameters() if p.ndim <= 1]
    opt = torch.optim.AdamW([{'params': wide, 'weight_decay': .02}, {'params': flat, 'weight_decay': 0}], lr=A.rate, betas=(.9, .98))
    start = last = checked = time.time(); step = 0; total = torch.zeros((), device=A.device); count = 0; seconds = A.seconds
    while True:
        now = time.time(); f = (now - began) / seconds
        if f >= 1 or (A.steps and step >= A.steps): break
        rate = A.rate * min(1, (step + 1) / A.warm) * (.5 * (1 + math.cos(math.pi * f)) * .995 + .005)
        for g in opt.param_groups: g['lr'] = rate
        for _ in range(A.parts):
            x, wid, n, y = ring.next()
            with torch.autocast(A.device, torch.bfloat16, enabled=GPU): logits = net(prepare(x, wid, True))
            lp = logits.float().log_softmax(-1).transpose(0, 1)
            loss = F.ctc_loss(lp, y, torch.full((len(n),), lp.shape[0]), n, zero_infinity=True) / A.parts
            total += loss.detach(); count += 1
            loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0); opt.step(); opt.zero_grad(set_to_none=True); step += 1; follow(mean, net, min(A.decay, step / (step + 200)))
        if now - last > 20 or not GPU:
            say(f'step {step} lines {ring.taken / 1e6:.2f}M + {ring.again / 1e6:.2f}M again, {(ring.taken + ring.again) / (now - start + 1e-9):.0f}/s loss {A.parts * total.item() / count:.4f} rate {rate:.6f}'); total.zero_(); count = 0; last = now; save(net, 'net.pt'); save(mean, 'mean.pt')
            if os.path.exists(f'{A.out}/seconds'): seconds = float(open(f'{A.out}/seconds').read())
        if now - checked > 180: checked = now; held += [next(unseen) for _ in range(9)]; say('unseen fonts', evaluate(net, held), '; mean', evaluate(mean, held))
    save(net, 'final.pt'); save(mean, 'mean.pt'); held += [next(unseen) for _ in range(12)]; say('FINAL unseen fonts', evaluate(net, held), '; mean', evaluate(mean, held), f'lines {ring.taken / 1e6:.2f}M + {ring.again / 1e6:.2f}M again, steps {step}'); open(f'{A.out}/done', 'w').close(); os._exit(0)
main()
