"""train.py --drawing FOLDER --chromium PROGRAM --out FOLDER --seconds N: processes draw pages with Chromium all the while (browser.py); the newest of them are in the
memory of the GPU, where crops, scales, colours and damage are made. The schedule follows the clock, and `--seconds` holds for everything. Now and then: log, checkpoint,
ONNX, and the measure of the held-out pages."""
import argparse, json, math, os, sys, time, traceback
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from drawn import Artists, FIELDS, H, MOST, W, disturb
from measure import decode, evaluate
from net import GROUPS, HAS, KINDS, Net, ROLES, STATES, STRIDE, VALUED, export, split, start_from, widened

ap = argparse.ArgumentParser()
for name, kind, value in (('drawing', str, 'drawing'), ('chromium', str, '/usr/lib/chromium/chromium-headless-shell'), ('out', str, 'out'), ('seconds', float, 900), ('device', str, 'cuda'), ('pixels', int, 64 * 512 * 512), ('rate', float, 2.5e-3), ('steps', int, 0), ('room', int, 24000), ('least', int, 600), ('held', int, 72), ('every', float, 120), ('seed', int, 1), ('processes', int, 14), ('resume', str, ''), ('start', str, ''), ('warm', int, 300)): ap.add_argument('--' + name, type=kind, default=value)
A = ap.parse_args(); GPU = A.device == 'cuda'

class Book:
    """The newest pages and their labels in the memory of the GPU, and random crops of them at one random scale."""
    def __init__(self, artists):
        self.x = torch.empty(A.room, 3, H, W, dtype=torch.uint8, device=A.device); self.t = torch.zeros(A.room, MOST, FIELDS, device=A.device); self.n = torch.zeros(A.room, dtype=torch.long, device=A.device)
        self.artists = artists; self.drawn = 0; self.held = []; self.rng = np.random.default_rng(A.seed)
    def take(self, most):
        for _ in range(most):
            if (drawn := self.artists.take()) is None: return
            name, page, rows = drawn
            if name == 'held': self.held.append((page.numpy(), rows))
            else: k = self.drawn % A.room; rows = rows[:MOST]; self.x[k] = page.to(A.device).permute(2, 0, 1); self.t[k, :len(rows)] = torch.from_numpy(rows).to(A.device); self.n[k] = len(rows); self.drawn += 1
    def next(self):
        r = self.rng; u = r.random()  # four shapes: the kernels for each are chosen once, which takes seconds
        if u < .5: w = h = 512; scale = 1. if r.random() < .3 else min(max(float(np.exp2(r.normal(0, .4))), .712), 1.8)
        elif u < .65: w, h = 640, 448; scale = r.uniform(.667, .95)  # nearly the whole page: things that are long are seen whole
        elif u < .9: w, h = 960, 704; scale = 1. if r.random() < .6 else r.uniform(1, 1.25)
        else: w, h = 1280, 960; scale = r.uniform(1.334, 1.6)
        sw, sh = min(W, round(w / scale)), min(H, round(h / scale)); batch = max(8, A.pixels // (w * h)); full = min(self.drawn, A.room); dev = A.device
        k = torch.randint(0, full, (batch,), device=dev); x0 = torch.randint(0, W - sw + 1, (batch,), device=dev); y0 = torch.randint(0, H - sh + 1, (batch,), device=dev)
        ys = (y0[:, None] + torch.arange(sh, device=dev))[:, None, :, None]; xs = (x0[:, None] + torch.arange(sw, device=dev))[:, None, None, :]
        x = self.x[k[:, None, None, None], torch.arange(3, device=dev)[None, :, None, None], ys, xs].float()
        if (sw, sh) != (w, h): x = F.interpolate(x, size=(h, w), mode='bilinear', align_corners=False, antialias=scale < 1)
        t = self.t[k].clone(); there = torch.arange(MOST, device=dev)[None] < self.n[k][:, None]; area = (t[..., 3] - t[..., 1]) * (t[..., 4] - t[..., 2])
        for at, first, side in ((1, x0, sw), (3, x0, sw), (2, y0, sh), (4, y0, sh)): t[..., at] = (t[..., at] - first[:, None]).clamp(0, side)
        left = (t[..., 3] - t[..., 1]) * (t[..., 4] - t[..., 2]) / area.clamp(min=1e-6); t[..., 11] = torch.where(left < .97, torch.full_like(left, -1), t[..., 11]); t[..., 13] = torch.where(left < .65, torch.ones_like(left), t[..., 13])
        t[..., 1] *= w / sw; t[..., 3] *= w / sw; t[..., 2] *= h / sh; t[..., 4] *= h / sh
        wide, high = t[..., 3] - t[..., 1], t[..., 4] - t[..., 2]; t[..., 13] = torch.where(torch.minimum(wide, high) < 2.2, torch.ones_like(left), t[..., 13])
        keep = there & (left > .12) & (wide > 1) & (high > 1); of = torch.arange(batch, device=dev)[:, None].expand(-1, MOST).float()
        return x, torch.cat([of[..., None], t], 2)[keep]

def loss_of(net, x, t):
    n = x.shape[0]; rows, columns = x.shape[2] // STRIDE, x.shape[3] // STRIDE; cells = rows * columns; dev = x.device
    with torch.autocast(A.device, torch.bfloat16, enabled=GPU): heat, rest = net(((x / 127.5) - 1).contiguous(memory_format=torch.channels_last))
    heat, rest = heat.float(), rest.float(); boxes, states, value, kinds = split(rest)
    b = t[:, 0].long(); role = t[:, 1].long(); cx, cy = (t[:, 2] + t[:, 4]) / 2 / STRIDE, (t[:, 3] + t[:, 5]) / 2 / STRIDE; w, h = (t[:, 4] - t[:, 2]) / STRIDE, (t[:, 5] - t[:, 3]) / STRIDE
    ix, iy = cx.long().clamp(0, columns - 1), cy.long().clamp(0, rows - 1); sure = t[:, 14] < .5
    target = torch.zeros_like(heat); gx = torch.arange(columns, device=dev).float(); gy = torch.arange(rows, device=dev).float()
    sx, sy = (w * .1).clamp(.45, 8), (h * .1).clamp(.45, 8)  # where the middle of a long thing is, is known less well, and matters less
    bump = torch.exp(-((gx[None, None] - ix[:, None, None].float()) ** 2) / (2 * sx[:, None, None] ** 2) - ((gy[None, :, None] - iy[:, None, None].float()) ** 2) / (2 * sy[:, None, None] ** 2))
    # The largest bump wins where two overlap: scatter by maximum over (picture, role).
    index = (b * len(ROLES) + role)[sure]
    flat = target.reshape(n * len(ROLES), cells).scatter_reduce(0, index[:, None].expand(-1, cells), bump[sure].reshape(-1, cells), 'amax', include_self=True)
    target = flat.reshape_as(target)
    care = torch.ones(n, 1, rows, columns, device=dev); unsure = ~sure
    if unsure.any():
        inside = ((gx[None, None] + 1 > (cx - w / 2)[unsure][:, None, None]) & (gx[None, None] < (cx + w / 2)[unsure][:, None, None]) & (gy[None, :, None] + 1 > (cy - h / 2)[unsure][:, None, None]) & (gy[None, :, None] < (cy + h / 2)[unsure][:, None, None])).float()
        care = 1 - torch.zeros(n, cells, device=dev).scatter_reduce(0, b[unsure][:, None].expand(-1, cells), inside.reshape(-1, cells), 'amax', include_self=True).reshape(n, 1, rows, columns)
    p = heat.sigmoid().clamp(1e-4, 1 - 1e-4); positive = (target > .999).float(); care = torch.maximum(care.expand_as(positive), positive)
    count = positive.sum().clamp(min=1)
    focal = -(positive * (1 - p) ** 2 * p.log() + care * (1 - positive) * (1 - target) ** 4 * p ** 2 * (1 - p).log()).sum() / count
    if not sure.any(): return focal, {'heat': focal.detach()}
    # Boxes and states are learnt at the centre and, for wide things, at the cells beside it; for long things also further away.
    s = torch.nonzero(sure)[:, 0]; spread = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)]; J, X, Y, K = [], [], [], []
    for dx, dy in spread:
        ok = torch.ones_like(s, dtype=torch.bool) if dx == dy == 0 else ((w[s] > 3) if dx else (h[s] > 3))
        x_, y_ = ix[s] + dx, iy[s] + dy; ok = ok & (x_ >= 0) & (x_ < columns) & (y_ >= 0) & (y_ < rows)
        J.append(s[ok]); X.append(x_[ok]); Y.append(y_[ok]); K.append(torch.full_like(x_[ok], 1 if dx == dy == 0 else 0).float() * .75 + .25)
    for _ in range(2):
        far = s[torch.maximum(w[s], h[s]) > 12]; u = lambda: (torch.rand(len(far), device=dev) - .5) * .3
        J.append(far); X.append((ix[far] + torch.where(w[far] > 12, u() * w[far], torch.zeros_like(w[far])).round().long()).clamp(0, columns - 1)); Y.append((iy[far] + torch.where(h[far] > 12, u() * h[far], torch.zeros_like(h[far])).round().long()).clamp(0, rows - 1)); K.append(torch.full((len(far),), .5, device=dev))
    J, X, Y, K = torch.cat(J), torch.cat(X), torch.cat(Y), torch.cat(K); groups = torch.tensor(GROUPS, device=dev)[role[J]]
    q = boxes[b[J], groups, :, Y, X]; want = torch.stack([cx[J] - X - .5, cy[J] - Y - .5, torch.log2(w[J]), torch.log2(h[J])], 1)
    close = (F.smooth_l1_loss(q, want, beta=.1, reduction='none').sum(1) * K).sum() / K.sum()
    corner = lambda v: (X + .5 + v[:, 0] - torch.exp2(v[:, 2].clamp(-4, 8)) / 2, Y + .5 + v[:, 1] - torch.exp2(v[:, 3].clamp(-4, 8)) / 2, X + .5 + v[:, 0] + torch.exp2(v[:, 2].clamp(-4, 8)) / 2, Y + .5 + v[:, 1] + torch.exp2(v[:, 3].clamp(-4, 8)) / 2)
    a0, a1, a2, a3 = corner(q); c0, c1, c2, c3 = corner(want)
    inter = (torch.minimum(a2, c2) - torch.maximum(a0, c0)).clamp(min=0) * (torch.minimum(a3, c3) - torch.maximum(a1, c1)).clamp(min=0); union = (a2 - a0) * (a3 - a1) + (c2 - c0) * (c3 - c1) - inter
    hull = (torch.maximum(a2, c2) - torch.minimum(a0, c0)) * (torch.maximum(a3, c3) - torch.minimum(a1, c1))
    iou = ((1 - inter / union.clamp(min=1e-6) + (hull - union) / hull.clamp(min=1e-6)) * K).sum() / K.sum()
    has = MASK.to(dev)[role[J]] * K[:, None]; bce = F.binary_cross_entropy_with_logits(states[b[J], :, Y, X], t[J, 6:12], reduction='none')
    state = (bce * has * torch.tensor([2., 1., 2., 2., 1.5, 1.5], device=dev)).sum() / has.sum().clamp(min=1)
    v = t[J, 12]; hv = (v >= 0).float() * K * VALUE.to(dev)[role[J]]; val = (F.smooth_l1_loss(value[b[J], 0, Y, X].sigmoid(), v.clamp(0, 1), beta=.05, reduction='none') * hv).sum() / hv.sum().clamp(min=1)
    k = t[J, 13].long(); hk = (k >= 0).float() * K; kind = (F.cross_entropy(kinds[b[J], :, Y, X], k.clamp(min=0), reduction='none') * hk).sum() / hk.sum().clamp(min=1)
    return focal + 1.5 * iou + .5 * close + 4 * state + 3 * val + .15 * kind, {'heat': focal.detach(), 'iou': iou.detach(), 'state': state.detach(), 'value': val.detach(), 'kind': kind.detach()}

MASK = torch.tensor([[float(r in HAS[s]) for s in STATES] for r in ROLES]); VALUE = torch.tensor([float(r in VALUED) for r in ROLES])

@torch.no_grad()
def measure(net, held):
    net.eval(); pairs = []
    for i in range(0, len(held), 8):
        x = torch.stack([torch.from_numpy(p).permute(2, 0, 1) for p, _ in held[i:i + 8]]).to(A.device).float(); x = F.pad(x, (0, 0, 0, 768 - H), mode='replicate')
        heat, rest = net(((x / 127.5) - 1).contiguous(memory_format=torch.channels_last)); pairs += list(zip(decode(heat, rest), [t for _, t in held[i:i + 8]]))
    net.train(); results = {least: evaluate(pairs, least) for least in (.25, .35, .45)}
    best = max(results, key=lambda k: results[k]['state']); return dict(results[best], least=best)

def main():
    os.makedirs(A.out, exist_ok=True); torch.backends.cudnn.benchmark = True; torch.backends.cuda.matmul.allow_tf32 = True; torch.backends.cudnn.allow_tf32 = True; torch.manual_seed(A.seed); began = time.time()
    log = open(f'{A.out}/log.txt', 'a')
    def say(*t):
        line = ' '.join([f'{time.time() - began:.0f}s', *map(str, t)]); print(line, flush=True); log.write(line + '\n'); log.flush()
    artists = Artists(A.chromium, A.drawing, A.processes, A.seed * 10_000_000, {'held': range(A.held)})
    book = Book(artists); held = book.held
    while book.drawn < A.least or len(held) < A.held - 2 and time.time() - began < 60: book.take(64); time.sleep(.02)
    say(book.drawn, 'pages,', len(held), 'held out; torch', torch.__version__); net = Net().to(A.device).to(memory_format=torch.channels_last); say(sum(p.numel() for p in net.parameters()), 'parameters')
    if A.resume: net.load_state_dict(widened({k: v.float() if v.is_floating_point() else v for k, v in torch.load(A.resume, map_location=A.device).items()}, net))
    if A.start:
        crops = []
        while sum(map(len, crops)) < (192 if GPU else 8):
            x, _ = book.next()
            if x.shape[2:] == (512, 512): crops.append(disturb(x))
        start_from(net, A.start, (torch.cat(crops) / 127.5 - 1).contiguous(memory_format=torch.channels_last)); del crops; say('goes on from', A.start)
        try: say('at first', {k: v for k, v in measure(net, held).items() if k != 'roles'})
        except Exception: say('measure failed', traceback.format_exc())
    ema = {k: v.detach().clone() for k, v in net.state_dict().items()}; slow = [v for v in ema.values() if v.is_floating_point()]; fast = [v for v in net.state_dict().values() if v.is_floating_point()]
    shadow = Net().to(A.device).to(memory_format=torch.channels_last)
    wide = [p for p in net.parameters() if p.ndim > 1]; flat = [p for p in net.parameters() if p.ndim <= 1]
    opt = torch.optim.AdamW([{'params': wide, 'weight_decay': .03}, {'params': flat, 'weight_decay': 0}], lr=A.rate, betas=(.9, .99))
    start = last = time.time(); step = crops = 0; sums = {}; best = -1
    def keep(final=False):
        nonlocal best
        shadow.load_state_dict({k: v.to(net.state_dict()[k].dtype) for k, v in ema.items()}); shadow.eval()
        def store(name): torch.save({k: v.half().cpu() if v.is_floating_point() else v.cpu() for k, v in shadow.state_dict().items()}, f'{A.out}/{name}.tmp'); os.replace(f'{A.out}/{name}.tmp', f'{A.out}/{name}')
        store('net.pt')
        try:
            m = measure(shadow, held); json.dump(m, open(f'{A.out}/metrics.json', 'w'), indent=1)
            say('held out: f1', m['f1'], 'with state', m['state'], 'at', m['least'], 'states', m['states'], 'value', m['value'], m['value_within'], 'kind', m['kind'], {r: (v['f1'], v['state'], v['n']) for r, v in m['roles'].items()})
            if m['state'] > best: best = m['state']; store('best.pt')
        except Exception: say('measure failed', traceback.format_exc())
        try:
            import copy; export(copy.deepcopy(shadow).to('cpu').float().to(memory_format=torch.contiguous_format), f'{A.out}/controls.tmp'); os.replace(f'{A.out}/controls.tmp', f'{A.out}/controls.onnx')
        except Exception as e: say('export failed', repr(e)[:300])
    while True:
        if step % 50 == 0 and os.path.exists(f'{A.out}/seconds'): A.seconds = float(open(f'{A.out}/seconds').read())
        now = time.time(); f = (now - start) / max(1, A.seconds - 25 - (start - began))
        if f >= 1 or (A.steps and step >= A.steps): break
        rate = A.rate * min(1, (step + 1) / A.warm) * (.5 * (1 + math.cos(math.pi * f)) * .99 + .01)
        for g in opt.param_groups: g['lr'] = rate
        try:
            book.take(8); x, t = book.next(); crops += len(x); x = disturb(x); loss, parts = loss_of(net, x, t); loss.backward()
        except torch.cuda.OutOfMemoryError if hasattr(torch.cuda, 'OutOfMemoryError') else MemoryError:
            opt.zero_grad(set_to_none=True); torch.cuda.empty_cache(); A.pixels = max(8 * 512 * 512, A.pixels // 2); say('out of memory: pixels', A.pixels); continue
        norm = nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        if torch.isfinite(norm): opt.step()
        opt.zero_grad(set_to_none=True); step += 1
        d = min(.999, (1 + step) / (10 + step))
        with torch.no_grad(): torch._foreach_mul_(slow, d); torch._foreach_add_(slow, fast, alpha=1 - d)
        for k, v in parts.items(): sums[k] = sums.get(k, 0) + v
        sums['n'] = sums.get('n', 0) + 1
        if now - last > A.every:
            last = now; say(f'step {step} crops {crops} {crops / (now - start):.0f}/s pages {book.drawn} rate {rate:.5f}', {k: round(float(v) / sums['n'], 4) for k, v in sums.items() if k != 'n'}); sums = {}; keep()
    keep(); say('done', step, 'steps,', crops, 'crops,', book.drawn, 'pages'); open(f'{A.out}/done', 'w').close()
    artists.stop()

if __name__ == '__main__': main()
