"""The second network of controls: what the first may have found on a page, all of it beside each other. Of each it is given what the first says and saw there, and how it looks
(look.ts). It says the same as the first at first, and learns what to change; its last, linear part is fitted to calibration pages. candidates.ts draws what it is trained on.
second.py train FOLDER --out FOLDER --seconds N · second.py fit FOLDER WEIGHTS OUT.onnx"""
import argparse, glob, json, math, os, sys, time
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F

ROLES = ['checkbox', 'radio', 'switch', 'slider', 'progressbar', 'img', 'scrollbar', 'cursor', 'tab', 'button', 'textbox', 'combobox', 'menuitem', 'link', 'dialog']
STATES = ['on', 'mixed', 'disabled', 'focused', 'default', 'placeholder']
GROUP = torch.tensor([0] * 8 + [1] * 6 + [2])
WIDTH, HEADS, LAYERS = 96, 6, 2
ROLE, HEAT, STATE, VALUE, ICON, BOX, SEEN, LOOK = slice(0, 15), slice(15, 30), slice(30, 36), slice(36, 37), slice(37, 69), slice(69, 73), slice(73, 201), slice(201, 531)
COUNT = 531
KIN = 8 + 3 * 12
PLAIN = 22 + 2 + 5 + KIN + 15

class Layer(nn.Module):
    def __init__(self):
        super().__init__(); self.n1 = nn.LayerNorm(WIDTH); self.n2 = nn.LayerNorm(WIDTH); self.qkv = nn.Linear(WIDTH, 3 * WIDTH); self.o = nn.Linear(WIDTH, WIDTH)
        self.f = nn.Sequential(nn.Linear(WIDTH, 2 * WIDTH), nn.ReLU(), nn.Dropout(.1), nn.Linear(2 * WIDTH, WIDTH)); self.drop = nn.Dropout(.1)
    def forward(self, x, bias):
        b, n, c = x.shape; q, k, v = self.qkv(self.n1(x)).reshape(b, n, 3, HEADS, c // HEADS).permute(2, 0, 3, 1, 4)
        a = torch.softmax(q @ k.transpose(-1, -2) * (c // HEADS) ** -.5 + bias, -1)
        x = x + self.drop(self.o((a @ v).transpose(1, 2).reshape(b, n, c))); return x + self.drop(self.f(self.n2(x)))

def kinship(p, mask):
    """Of each beside the others of its role: what those that look like it are, and how it stands out of its row, its column and its page."""
    gap = lambda v: v[:, None] - v[:, :, None]; order = torch.cumsum(torch.ones_like(p[0, :, 0]), 0); role = p[..., 17:32]; same = role @ role.transpose(1, 2) * (1 - (order[:, None] == order[None]).float())
    if mask is not None: same = same * mask[:, None].float() * mask[:, :, None].float()
    c = gap(p[..., 8:17]).abs(); d = c[..., 3:9].sum(-1); alike = same * torch.exp(-12 * d); w = alike.sum(-1, keepdim=True); told = p[..., 32:39]; out = [alike @ told / (w + .3), torch.log(1 + w)]
    dx, dy = gap(p[..., 2]).abs(), gap(p[..., 1]).abs(); high = torch.exp(p[..., 7] * math.log(2)) / 8; row = same * (dy < (high[:, None] + high[:, :, None]) / 4).float(); column = same * (dx < .75).float()
    for m in (row, column, same):
        many = m.sum(-1, keepdim=True); k = many + 1e-3; far = (m * d).sum(-1, keepdim=True) / k; loud = p[..., 39:42]; most = (m * told[..., 0][:, None] + (m - 1) * 9).max(-1, keepdim=True)[0].clamp(min=-3)
        out += [torch.log(1 + many), far, far - m @ far / k, m @ told[..., [2, 3, 4, 6]] / k, most, (loud - m @ loud / k) * (many > 0).float(), (m @ told[..., :1]) / k]
    return torch.cat(out, -1)

class Second(nn.Module):
    def __init__(self):
        super().__init__(); self.seen = nn.Sequential(nn.BatchNorm1d(128), nn.Dropout(.1), nn.Linear(128, 96)); self.look = nn.Sequential(nn.Dropout(.05), nn.Linear(330, 96), nn.ReLU())
        self.into = nn.Sequential(nn.Linear(15 + 15 + 7 + 32 + 4 + 9 + 192 + 5 + KIN, 256), nn.ReLU(), nn.Dropout(.1), nn.Linear(256, WIDTH))
        self.pair = nn.Sequential(nn.Linear(13, 32), nn.ReLU(), nn.Linear(32, HEADS * LAYERS)); self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.out = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 96), nn.ReLU(), nn.Linear(96, 22)); self.straight = nn.Linear(KIN + 5, 22); nn.init.zeros_(self.straight.weight); nn.init.zeros_(self.straight.bias)
        for name, size in (('mean', (PLAIN,)), ('deviation', (PLAIN,)), ('weights', (PLAIN, 22)), ('offsets', (15, 22))): self.register_buffer(name, torch.full(size, float(name == 'deviation'))); nn.init.zeros_(self.out[-1].weight); nn.init.zeros_(self.out[-1].bias)
    def forward(self, x, spread=None, apart=False):
        """Numbers of n things [n, 531]; spread puts them on pages: (index [pages, most], there [pages, most]); without it all are of one page. Gives 15 roles, 6 states and a
        value, before the sigmoid."""
        logit = lambda p: torch.log(p.clamp(1e-4, 1 - 1e-4)) - torch.log(1 - p.clamp(1e-4, 1 - 1e-4))
        box = x[:, BOX]; size = torch.log2((box[:, 2:] - box[:, :2]).clamp(min=1)); middle = (box[:, :2] + box[:, 2:]) / 2; colours = x[:, 521:530]
        base = torch.cat([logit(x[:, HEAT]), logit(x[:, STATE]), logit(x[:, VALUE])], 1); contrast = torch.cat([colours[:, 3:6] - colours[:, 6:9], colours[:, 3:6] - colours[:, :3], colours[:, 3:6]], 1)
        bright = lambda v: v.max(1, keepdim=True)[0] - v.min(1, keepdim=True)[0]
        loud = torch.cat([bright(colours[:, 3:6]), bright(colours[:, 6:9]), (colours[:, 3:6] - colours[:, 6:9]).abs().sum(1, keepdim=True), (colours[:, 3:6] - colours[:, :3]).abs().sum(1, keepdim=True), x[:, 530:531]], 1)
        own = (base[:, :15] * x[:, ROLE]).sum(1, keepdim=True); p = torch.cat([middle / 8, box / 8, size, colours, x[:, ROLE], base[:, 15:21] / 4, own / 4, loud], 1)
        p, mask = (p[None], None) if spread is None else (p[spread[0]], spread[1]); kin = kinship(p, mask); kin = kin[0] if spread is None else kin[mask]; more = torch.cat([loud, kin], 1)
        t = self.into(torch.cat([x[:, ROLE], base / 4, torch.softmax(x[:, ICON], 1), size - 5, middle / 500 - 1, contrast, self.seen(x[:, SEEN]), self.look(x[:, LOOK] * 2 - 1), more], 1))
        t = t[None] if spread is None else t[spread[0]]
        gap = lambda v: v[:, None] - v[:, :, None]; soft = lambda v: torch.sign(v) * torch.log2(1 + v.abs()) / 4
        place = soft(gap(p[..., :6])); large = gap(p[..., 6:8]) / 2; c = gap(p[..., 8:17]).abs(); near = torch.stack([c[..., :3].sum(-1), c[..., 3:6].sum(-1), c[..., 6:9].sum(-1)], -1); same = p[..., 17:32] @ p[..., 17:32].transpose(1, 2)
        near = torch.cat([torch.exp(-near * 20), (1 - near).clamp(min=0)[..., 1:2]], -1)
        bias = self.pair(torch.cat([place, large, near, same[..., None]], -1)).permute(0, 3, 1, 2)
        if mask is not None: bias = bias.masked_fill(~mask[:, None, None], -1e4)
        for i, layer in enumerate(self.layers): t = layer(t, bias[:, i * HEADS:(i + 1) * HEADS])
        plain = torch.cat([base / 4, size / 3 - 2, more, x[:, ROLE]], 1); y = base + self.out(t[0] if spread is None else t[mask]) + self.straight(more)
        return (y, plain) if apart else y + (plain - self.mean) / self.deviation @ self.weights + x[:, ROLE] @ self.offsets

class Exported(nn.Module):
    """As second-look.ts asks it: numbers [n, 531]; 22 probabilities of each."""
    def __init__(self, net): super().__init__(); self.net = net
    def forward(self, numbers): return torch.sigmoid(self.net(numbers))

def export(net, path):
    from export import halve
    torch.onnx.export(Exported(net).eval(), (torch.rand(5, COUNT) * 50,), path, input_names=['numbers'], output_names=['y'], opset_version=13, dynamic_axes={'numbers': {0: 'n'}, 'y': {0: 'n'}}); halve(path)

NAME = {'toggle': 'switch', 'progress': 'progressbar', 'icon': 'img', 'field': 'textbox', 'select': 'combobox'}
ON = ['checkbox', 'radio', 'switch', 'tab', 'menuitem']; ABLE = ON + ['slider', 'button', 'textbox', 'combobox']
HAS = torch.tensor([[r in ON, r == 'checkbox', r in ABLE, r in ABLE and r != 'menuitem', r == 'button', r == 'textbox'] for r in ROLES]).float()

def overlap(a, b):
    x0 = np.maximum(a[:, None, 0], b[None, :, 0]); y0 = np.maximum(a[:, None, 1], b[None, :, 1]); x1 = np.minimum(a[:, None, 2], b[None, :, 2]); y1 = np.minimum(a[:, None, 3], b[None, :, 3])
    i = np.clip(x1 - x0, 0, None) * np.clip(y1 - y0, 0, None); area = lambda t: (t[:, 2] - t[:, 0]) * (t[:, 3] - t[:, 1]); return i / np.maximum(area(a)[:, None] + area(b)[None] - i, 1e-6)

def page_of(path):
    told = json.load(open(path)); n = np.fromfile(path[:-4] + 'f32', np.float32).reshape(-1, COUNT)
    if len(n) == 0: return None
    own = n[:, ROLE].argmax(1); score = n[np.arange(len(n)), 15 + own]
    rows = [[ROLES.index(NAME.get(t['role'], t['role'])), *t['box'], *[float(bool(t.get(s))) for s in STATES], t['value'] if type(t.get('value')) in (int, float) else -1, float(t.get('partly') is True)] for t in told['truths'] if NAME.get(t['role'], t['role']) in ROLES]
    t = np.array(rows, np.float32).reshape(-1, 13); o = overlap(n[:, BOX], t[:, 1:5]) if len(t) else np.zeros((len(n), 0)); group = GROUP.numpy()
    # What each is: -1 nothing, -2 nobody's matter, else the role.
    is_ = np.full(len(n), -1); states = np.zeros((len(n), 7), np.float32); states[:, 6] = -1; used = set()
    for k in np.argsort(-score):
        free = [j for j in range(len(t)) if j not in used and o[k, j] >= .5 and group[int(t[j, 0])] == group[own[k]]]
        if free:
            j = max(free, key=lambda j: o[k, j] + .3 * (t[j, 0] == own[k])); used.add(j); is_[k] = -2 if t[j, 12] else int(t[j, 0]); states[k] = t[j, 5:12]
        elif any(t[j, 12] and o[k, j] > .1 for j in range(len(t))): is_[k] = -2
    return dict(x=torch.from_numpy(n), is_=torch.from_numpy(is_), states=torch.from_numpy(states))

def pages_in(folder): return [p for p in map(page_of, sorted(glob.glob(folder + '/*.json'))) if p is not None]

def batch_of(pages, change=False):
    x = torch.cat([p['x'] for p in pages]); is_ = torch.cat([p['is_'] for p in pages]); states = torch.cat([p['states'] for p in pages])
    if change:
        x = x.clone(); first = 0
        for p in pages:
            mine = slice(first, first + len(p['is_'])); first += len(p['is_']); look = x[mine, LOOK]; parts = look[:, :320].reshape(-1, 80, 4); colours = look[:, 320:329].reshape(-1, 3, 3); order = torch.randperm(3) if torch.rand(()) < .4 else torch.arange(3); invert = torch.rand(()) < .25; k = .6 + .4 * torch.rand(()) if torch.rand(()) < .4 else torch.ones(()); to = torch.rand(3)
            move = lambda c: (lambda d: d * k + (1 - k) * to)(1 - c[..., order] if invert else c[..., order])
            look[:, :320] = torch.cat([move(parts[..., :3]), parts[..., 3:] * k], -1).reshape(-1, 320); look[:, 320:329] = move(colours).reshape(-1, 9)
    most = max(len(p['is_']) for p in pages); at = torch.zeros(len(pages), most, dtype=torch.long); there = torch.zeros(len(pages), most, dtype=torch.bool); first = 0
    for i, p in enumerate(pages): k = len(p['is_']); at[i, :k] = torch.arange(first, first + k); there[i, :k] = True; first += k
    return x, is_, states, (at, there)

def loss_of(y, x, is_, states):
    own = x[:, ROLE].argmax(1); cares = (is_ > -2).float(); hit = is_ >= 0; target = torch.zeros(len(is_), 15); target[hit] = F.one_hot(is_[hit], 15).float()
    role = (F.binary_cross_entropy_with_logits(y[:, :15], target, reduction='none') * (GROUP[own][:, None] == GROUP[None]).float() * cares[:, None]).sum() / cares.sum()
    has = HAS[is_.clamp(min=0)] * hit[:, None].float(); w = torch.tensor([2., 1., 2., 2., 2., 1.5])
    state = (F.binary_cross_entropy_with_logits(y[:, 15:21], states[:, :6], reduction='none') * has * w).sum() / has.sum().clamp(min=1)
    v = states[:, 6]; hv = ((v >= 0) & hit & ((is_ == 3) | (is_ == 4) | (is_ == 6))).float()
    value = (F.smooth_l1_loss(y[:, 21].sigmoid(), v.clamp(0, 1), beta=.05, reduction='none') * hv).sum() / hv.sum().clamp(min=1)
    return role + 2 * state + 1.5 * value, (role.item(), state.item(), value.item())

def fit(net, pages, least=.015):
    """The last part, by the loss on calibration pages: 88 plain numbers of each thing, so that what the network learnt on pages for training is weighed as other pages have it."""
    with torch.no_grad(): told = [net(p['x'], apart=True) for p in pages]
    y, plain = (torch.cat(v) for v in zip(*told)); x, is_, states, _ = batch_of(pages); net.mean, net.deviation = plain.mean(0), plain.std(0) + 1e-3; z = (plain - net.mean) / net.deviation
    W, c = torch.zeros(PLAIN, 22, requires_grad=True), torch.zeros(15, 22, requires_grad=True); opt = torch.optim.LBFGS([W, c], lr=1, max_iter=400, line_search_fn='strong_wolfe', history_size=20)
    def closure(): opt.zero_grad(); loss = loss_of(y + z @ W + x[:, ROLE] @ c, x, is_, states)[0] + least * (W ** 2).sum() + .3 * least * (c ** 2).sum(); loss.backward(); return loss
    opt.step(closure); net.weights, net.offsets = W.detach(), c.detach()

def main():
    if sys.argv[1] == 'fit':
        folder, weights, path = sys.argv[2:5]; net = Second(); net.load_state_dict(torch.load(weights), strict=False); net.eval(); fit(net, pages_in(folder)); export(net, path); return print(os.path.getsize(path), 'bytes')
    ap = argparse.ArgumentParser(); ap.add_argument('train'); ap.add_argument('folder')
    for name, kind, value in (('held', str, ''), ('out', str, 'out'), ('seconds', float, 600), ('rate', float, 1.5e-3), ('pages', int, 12), ('seed', int, 1), ('every', float, 60), ('decay', float, .03), ('start', str, '')): ap.add_argument('--' + name, type=kind, default=value)
    A = ap.parse_args(); torch.set_num_threads(1); torch.manual_seed(A.seed); np.random.seed(A.seed); os.makedirs(A.out, exist_ok=True)
    train, held, net = pages_in(A.folder), pages_in(A.held) if A.held else [], Second(); own, train = train[::15], [p for i, p in enumerate(train) if i % 15]; print(sum(p.numel() for p in net.parameters()), 'parameters', len(train), 'pages', sum(len(p['is_']) for p in train), 'things', flush=True)
    if A.start: net.load_state_dict(torch.load(A.start))
    opt = torch.optim.AdamW(net.parameters(), lr=A.rate, weight_decay=A.decay, betas=(.9, .99)); slow = Second(); ema = {k: v.detach().clone() for k, v in net.state_dict().items()}; began = last = time.time(); step = many = 0; sums = np.zeros(3)
    def measure():
        slow.load_state_dict(ema); slow.eval(); torch.save(ema, A.out + '/second.pt')
        with torch.no_grad(): return [np.mean([loss_of(slow(p['x']), p['x'], p['is_'], p['states'])[1] for p in part], 0).round(4).tolist() for part in (own, held) if part]
    print('at first', measure(), flush=True)
    while (f := (time.time() - began) / A.seconds) < 1:
        for g in opt.param_groups: g['lr'] = A.rate * min(1, (step + 1) / 100) * (.5 * (1 + math.cos(math.pi * f)) * .99 + .01)
        x, is_, states, spread = batch_of([train[i] for i in np.random.randint(0, len(train), A.pages)], True); loss, parts = loss_of(net(x, spread), x, is_, states)
        opt.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(net.parameters(), 5.); opt.step(); step += 1; sums += parts; many += 1; d = min(.998, (1 + step) / (10 + step))
        for k, v in net.state_dict().items(): ema[k].mul_(d).add_(v, alpha=1 - d) if v.is_floating_point() else ema[k].copy_(v)
        if time.time() - last > A.every: print(f'{time.time() - began:.0f}s step {step} train', (sums / many).round(4), 'held', measure(), flush=True); sums = np.zeros(3); many = 0; last = time.time()
    print('done', step, (sums / max(1, many)).round(4), measure(), flush=True)

if __name__ == '__main__': main()
