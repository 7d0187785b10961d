"""train_second.py --drawing FOLDER --chromium PROGRAM --start CONTROLS.npz --out FOLDER --seconds N: trains the second network. Processes draw pages all the while; on the GPU they get
other colours, sizes and damage, the first network, which stays as it is, looks at them, and the second is taught what its candidates are. The schedule follows the clock. Now and then:
log, checkpoint, ONNX, and the measure of the held-out pages. `--resume OUT/second-` goes on from what was kept."""
import argparse, copy, json, math, os, sys, time, traceback
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from drawn import Artists, FIELDS, H, MOST, W, disturb
from measure import evaluate
from net import Net
from second import GROUP, Second, export, loss_of
from sights import frozen, sights, truth_of

ap = argparse.ArgumentParser()
for name, kind, value in (('drawing', str, 'drawing'), ('chromium', str, '/usr/lib/chromium/chromium-headless-shell'), ('out', str, 'out'), ('start', str, 'start.npz'), ('resume', str, ''), ('seconds', float, 900), ('device', str, 'cuda'), ('pages', int, 16), ('rate', float, 1.5e-3), ('room', int, 24000), ('least', int, 400), ('held', int, 150), ('every', float, 120), ('seed', int, 71), ('processes', int, 15), ('alike', int, 3), ('warm', int, 300), ('decay', float, .03), ('blind', str, '0,0.5'), ('steps', int, 0)): ap.add_argument('--' + name, type=kind, default=value)
A = ap.parse_args(); GPU = A.device == 'cuda'
# What a page may be shown as: height and width, and of how many pages in that size a batch is. The first network halves its input six times.
SIZES = ((.62, H, W, 1), (.2, 576, 768, 1.5), (.18, 960, 1280, .5))

class Book:
    """The newest pages and their labels in the memory of the GPU."""
    def __init__(self, artists):
        self.x = torch.empty(A.room, 3, H, W, dtype=torch.uint8, device=A.device); self.t = torch.zeros(A.room, MOST, FIELDS, device=A.device); self.n = torch.zeros(A.room, dtype=torch.long, device=A.device)
        self.artists = artists; self.drawn = 0; self.held = {}; self.rng = np.random.default_rng(A.seed)
    def take(self, most):
        for _ in range(most):
            if (drawn := self.artists.take()) is None: return
            name, page, rows = drawn; rows = torch.from_numpy(rows[:MOST])
            if name != 'train': self.held.setdefault(name, []).append((page.permute(2, 0, 1), rows)); continue
            k = self.drawn % A.room; self.x[k] = page.to(A.device).permute(2, 0, 1); self.t[k, :len(rows)] = rows.to(A.device); self.n[k] = len(rows); self.drawn += 1
    def next(self):
        """Pages in whole numbers from 0 to 255, and what is on them: [m, page, FIELDS]."""
        u = self.rng.random()
        for share, h, w, many in SIZES:
            if u < share: break
            u -= share
        batch = max(2, round(A.pages * many)); dev = A.device; k = torch.randint(0, min(self.drawn, A.room), (batch,), device=dev); x = self.x[k].float(); t = self.t[k].clone()
        if (h, w) != (H, W): x = F.interpolate(x, size=(h, w), mode='bilinear', align_corners=False, antialias=h < H); t[..., 1:5] *= h / H
        x = torch.floor(disturb(x) + .5); there = torch.arange(MOST, device=dev)[None] < self.n[k][:, None]; of = torch.arange(batch, device=dev)[:, None].expand(-1, MOST).float()
        return stepped(x), torch.cat([of[..., None], t], 2)[there]

def stepped(x): return F.pad(x, (0, -x.shape[3] % 64, 0, -x.shape[2] % 64), mode='replicate')

def spread_of(page, count):
    """Where the things of each page stand: (index [pages, most], there [pages, most])."""
    n = torch.bincount(page, minlength=count); most = int(n.max()); at = torch.arange(most, device=page.device)[None]; return (torch.cumsum(n, 0) - n)[:, None] + at.minimum((n - 1).clamp(min=0)[:, None]), at < n[:, None]

@torch.no_grad()
def measure(first, net, held):
    """F1 by role and with every state, on held-out pages: of what the second network is surer of than a half."""
    told = {}
    for name, pages in held.items():
        pairs = []
        for i in range(0, len(pages), 8):
            some = pages[i:i + 8]; x, cuts, page = sights(first, stepped(torch.stack([p for p, _ in some]).to(A.device).float())); y = net(x, cuts, spread_of(page, len(some))).sigmoid(); group = GROUP.to(x.device)
            score, role = (y[:, :15] * (group[x[:, :15].argmax(1)][:, None] == group[None])).max(1); rows = torch.cat([role[:, None].float(), score[:, None], x[:, 69:73], y[:, 15:22], x[:, 37:69].argmax(1, keepdim=True).float()], 1)
            pairs += [(rows[page == j].cpu().numpy(), some[j][1].numpy()) for j in range(len(some))]
        told[name] = evaluate(pairs, .5)
    return told

class Run:
    """One network that is being trained, and its average."""
    def __init__(self, blind, path):
        self.net, self.slow, self.path = Second(blind).to(A.device), Second().to(A.device), path
        if A.resume: self.net.load_state_dict(torch.load(f'{A.resume}{path[-1]}.pt', map_location=A.device))
        self.slow.load_state_dict(self.net.state_dict()); self.opt = torch.optim.AdamW(self.net.parameters(), lr=A.rate, weight_decay=A.decay, betas=(.9, .99)); self.sums = torch.zeros(3, device=A.device); self.count = self.steps = 0
    def step(self, rate, x, cuts, spread, is_, states):
        for g in self.opt.param_groups: g['lr'] = rate
        loss, parts = loss_of(self.net(x, cuts, spread), x, is_, states); self.opt.zero_grad(set_to_none=True); loss.backward(); norm = nn.utils.clip_grad_norm_(self.net.parameters(), 5.)
        if torch.isfinite(norm): self.opt.step()
        self.steps += 1; self.sums += parts; self.count += 1; d = min(.999, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for slow, fast in zip(self.slow.state_dict().values(), self.net.state_dict().values()): slow.mul_(d).add_(fast, alpha=1 - d) if fast.is_floating_point() else slow.copy_(fast)
    def told(self):
        told = (self.sums / max(1, self.count)).cpu().numpy().round(4); self.sums.zero_(); self.count = 0; return told
    def keep(self):
        self.slow.eval(); torch.save({k: v.cpu() for k, v in self.slow.state_dict().items()}, self.path + '.tmp'); os.replace(self.path + '.tmp', self.path + '.pt')
        export(copy.deepcopy(self.slow).cpu(), self.path + '.tmp'); os.replace(self.path + '.tmp', self.path + '.onnx')

def main():
    torch.set_num_threads(3)
    os.makedirs(A.out, exist_ok=True); torch.backends.torch.backends.cuda.matmul.allow_tf32 = True; torch.manual_seed(A.seed); began = time.time(); log = open(f'{A.out}/log.txt', 'a')
    def say(*t):
        line = ' '.join([f'{time.time() - began:.0f}s', *map(str, t)]); print(line, flush=True); log.write(line + '\n'); log.flush()
    artists = Artists(A.chromium, A.drawing, A.processes, A.seed * 10_000_000, {'calibration': range(100, 100 + A.held), 'look-alikes': range(4600, 4600 + A.held // 3)}, A.alike); book = Book(artists); first = frozen(Net(), A.start).to(A.device).to(memory_format=torch.channels_last)
    while book.drawn < A.least: book.take(64); time.sleep(.02)
    runs = [Run(float(blind), f'{A.out}/second-{i}') for i, blind in enumerate(A.blind.split(','))]
    say(book.drawn, 'pages,', {k: len(v) for k, v in book.held.items()}, 'held out; torch', torch.__version__, sum(p.numel() for p in runs[0].net.parameters()), 'parameters')
    start = last = time.time(); step = seen = things = 0
    def keep():
        told = {}
        for run in runs:
            try:
                run.keep(); told[run.path] = measure(first, run.slow, book.held)
                for name, m in told[run.path].items(): say(run.path, name, 'f1', m['f1'], 'with state', m['state'], m['states'], 'value', m['value'], m['value_within'])
            except Exception: say('not kept', traceback.format_exc())
        json.dump(told, open(f'{A.out}/metrics.json', 'w'), indent=1)
    keep()
    while True:
        if step % 50 == 0 and os.path.exists(f'{A.out}/seconds'): A.seconds = float(open(f'{A.out}/seconds').read())
        now = time.time(); f = (now - start) / max(1, A.seconds - 30 - (start - began))
        if f >= 1 or (A.steps and step >= A.steps): break
        rate = A.rate * min(1, (step + 1) / A.warm) * (.5 * (1 + math.cos(math.pi * f)) * .99 + .01); book.take(40)
        with torch.no_grad(): pages, truths = book.next(); x, cuts, page = sights(first, pages); is_, states = truth_of(x, page, truths)
        for run in runs: run.step(rate, x, cuts, spread_of(page, len(pages)), is_, states)
        step += 1; seen += len(pages); things += len(x)
        if now - last > A.every or step in (30, 300):
            say(f'step {step} pages {seen} {seen / (now - start):.0f}/s things {things} drawn {book.drawn} rate {rate:.5f}', *[run.told() for run in runs])
            if now - last > A.every: last = now; keep()
    keep(); say('done', step, 'steps,', seen, 'pages seen,', things, 'things,', book.drawn, 'pages drawn'); open(f'{A.out}/done', 'w').close(); artists.stop()

if __name__ == '__main__': main()
