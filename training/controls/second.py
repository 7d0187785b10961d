"""The second network of controls: what the first may have found on a page, all of it beside each other. Of each it is given what the first says and saw there, and how it looks: numbers
(look.ts) and two cut-outs (cuts.ts). It says the same as the first at first, and learns what to change (train_second.py); its last, linear part is fitted to calibration pages, which
candidates.ts draws. second.py FOLDER WEIGHTS OUT.onnx fits it."""
import glob, json, math, os, sys
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F

ROLES = ['checkbox', 'radio', 'switch', 'slider', 'progressbar', 'img', 'scrollbar', 'cursor', 'tab', 'button', 'textbox', 'combobox', 'menuitem', 'link', 'dialog']
STATES = ['on', 'mixed', 'disabled', 'focused', 'default', 'placeholder']
GROUP = torch.tensor([0] * 8 + [1] * 6 + [2])
WIDTH, HEADS, LAYERS = 128, 8, 3
ROLE, HEAT, STATE, VALUE, ICON, BOX, SEEN, LOOK = slice(0, 15), slice(15, 30), slice(30, 36), slice(36, 37), slice(37, 69), slice(69, 73), slice(73, 201), slice(201, 531)
COUNT = 531
KIN = 8 + 3 * 12
PLAIN = 22 + 2 + 5 + KIN + 15

class Cut(nn.Module):
    """A cut-out of 40 x 80 pixels in 128 numbers."""
    def __init__(self):
        super().__init__(); conv = lambda i, o, stride: nn.Sequential(nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU())
        self.body = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2), conv(32, 32, 1), conv(32, 48, 2), conv(48, 48, 1), nn.Conv2d(48, 16, 1)); self.out = nn.Linear(16 * 5 * 10, 128)
    def forward(self, x): return self.out(F.relu(self.body(x)).flatten(1))

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
    """`blind`: of how many things it is not told, while it is trained, what the first network saw, so that it learns to look for itself."""
    def __init__(self, blind=0.):
        super().__init__(); self.blind = blind; self.seen = nn.Sequential(nn.BatchNorm1d(128), nn.Dropout(.1), nn.Linear(128, 96)); self.look = nn.Sequential(nn.Dropout(.05), nn.Linear(330, 96), nn.ReLU()); self.whole, self.ends = Cut(), Cut()
        self.into = nn.Sequential(nn.Linear(15 + 15 + 7 + 32 + 4 + 9 + 192 + 256 + 5 + KIN, 256), nn.ReLU(), nn.Dropout(.1), nn.Linear(256, WIDTH))
        self.pair = nn.Sequential(nn.Linear(13, 32), nn.ReLU(), nn.Linear(32, HEADS * LAYERS)); self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.out = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 96), nn.ReLU(), nn.Linear(96, 22)); self.straight = nn.Linear(KIN + 5, 22); nn.init.zeros_(self.straight.weight); nn.init.zeros_(self.straight.bias)
        for name, size in (('mean', (PLAIN,)), ('deviation', (PLAIN,)), ('weights', (PLAIN, 22)), ('offsets', (15, 22))): self.register_buffer(name, torch.full(size, float(name == 'deviation'))); nn.init.zeros_(self.out[-1].weight); nn.init.zeros_(self.out[-1].bias)
    def shown(self, cuts):
        """What the cut-outs show, in 256 numbers."""
        return torch.cat([self.whole(cuts[:, 0] / 127.5 - 1), self.ends(cuts[:, 1] / 127.5 - 1)], 1)
    def forward(self, x, cuts, spread=None, apart=False):
        """Numbers of n things [n, 531] and their cut-outs [n, 2, 3, 40, 80], 0 to 255, or what they show; spread puts them on pages: (index [pages, most], there [pages, most]); without it all are of one page. Gives 15 roles, 6 states and a
        value, before the sigmoid."""
        logit = lambda p: torch.log(p.clamp(1e-4, 1 - 1e-4)) - torch.log(1 - p.clamp(1e-4, 1 - 1e-4))
        box = x[:, BOX]; size = torch.log2((box[:, 2:] - box[:, :2]).clamp(min=1)); middle = (box[:, :2] + box[:, 2:]) / 2; colours = x[:, 521:530]
        base = torch.cat([logit(x[:, HEAT]), logit(x[:, STATE]), logit(x[:, VALUE])], 1); contrast = torch.cat([colours[:, 3:6] - colours[:, 6:9], colours[:, 3:6] - colours[:, :3], colours[:, 3:6]], 1)
        bright = lambda v: v.max(1, keepdim=True)[0] - v.min(1, keepdim=True)[0]
        loud = torch.cat([bright(colours[:, 3:6]), bright(colours[:, 6:9]), (colours[:, 3:6] - colours[:, 6:9]).abs().sum(1, keepdim=True), (colours[:, 3:6] - colours[:, :3]).abs().sum(1, keepdim=True), x[:, 530:531]], 1)
        own = (base[:, :15] * x[:, ROLE]).sum(1, keepdim=True); p = torch.cat([middle / 8, box / 8, size, colours, x[:, ROLE], base[:, 15:21] / 4, own / 4, loud], 1)
        p, mask = (p[None], None) if spread is None else (p[spread[0]], spread[1]); kin = kinship(p, mask); kin = kin[0] if spread is None else kin[mask]; more = torch.cat([loud, kin], 1)
        seen = self.seen(x[:, SEEN]); seen = seen * (torch.rand(len(x), 1, device=x.device) >= self.blind) if self.training and self.blind else seen
        t = self.into(torch.cat([x[:, ROLE], base / 4, torch.softmax(x[:, ICON], 1), size - 5, middle / 500 - 1, contrast, seen, self.look(x[:, LOOK] * 2 - 1), cuts if cuts.ndim == 2 else self.shown(cuts), more], 1))
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
    """As second-look.ts asks it: numbers [n, 531] and cut-outs as bytes; 22 probabilities of each."""
    def __init__(self, net): super().__init__(); self.net = net
    def forward(self, numbers, cuts): return torch.sigmoid(self.net(numbers, cuts.float()))

def export(net, path):
    from export import halve
    shapes = {'numbers': {0: 'n'}, 'cuts': {0: 'n'}, 'y': {0: 'n'}}; args = (Exported(net).eval(), (torch.rand(5, COUNT) * 50, torch.zeros(5, 2, 3, 40, 80, dtype=torch.uint8)), path); more = dict(input_names=['numbers', 'cuts'], output_names=['y'], opset_version=13, dynamic_axes=shapes)
    try: torch.onnx.export(*args, dynamo=False, **more)
    except TypeError: torch.onnx.export(*args, **more)
    halve(path)

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
    return dict(x=torch.from_numpy(n), cuts=torch.from_numpy(np.fromfile(path[:-4] + 'u8', np.uint8)).reshape(-1, 2, 3, 40, 80), is_=torch.from_numpy(is_), states=torch.from_numpy(states))

def pages_in(folder): return [p for p in map(page_of, sorted(glob.glob(folder + '/*.json'))) if p is not None]

def loss_of(y, x, is_, states):
    own = x[:, ROLE].argmax(1); cares = (is_ > -2).float(); hit = is_ >= 0; target = F.one_hot(is_.clamp(min=0), 15).float() * hit[:, None]; group = GROUP.to(x.device)
    role = (F.binary_cross_entropy_with_logits(y[:, :15], target, reduction='none') * (group[own][:, None] == group[None]).float() * cares[:, None]).sum() / cares.sum()
    has = HAS.to(x.device)[is_.clamp(min=0)] * hit[:, None].float(); w = torch.tensor([2., 1., 2., 2., 2., 1.5], device=x.device)
    state = (F.binary_cross_entropy_with_logits(y[:, 15:21], states[:, :6], reduction='none') * has * w).sum() / has.sum().clamp(min=1)
    v = states[:, 6]; hv = ((v >= 0) & hit & ((is_ == 3) | (is_ == 4) | (is_ == 6))).float()
    value = (F.smooth_l1_loss(y[:, 21].sigmoid(), v.clamp(0, 1), beta=.05, reduction='none') * hv).sum() / hv.sum().clamp(min=1)
    return role + 2 * state + 1.5 * value, torch.stack([role, state, value]).detach()

def fit(net, pages, least=.015):
    """The last part, by the loss on calibration pages: 88 plain numbers of each thing, so that what the network learnt on pages for training is weighed as other pages have it."""
    with torch.no_grad(): told = [net(p['x'], p['cuts'].float(), apart=True) for p in pages]
    y, plain = (torch.cat(v) for v in zip(*told)); x, is_, states = (torch.cat([p[k] for p in pages]) for k in ('x', 'is_', 'states')); net.mean, net.deviation = plain.mean(0), plain.std(0) + 1e-3; z = (plain - net.mean) / net.deviation
    W, c = torch.zeros(PLAIN, 22, requires_grad=True), torch.zeros(15, 22, requires_grad=True); opt = torch.optim.LBFGS([W, c], lr=1, max_iter=400, line_search_fn='strong_wolfe', history_size=20)
    def closure(): opt.zero_grad(); loss = loss_of(y + z @ W + x[:, ROLE] @ c, x, is_, states)[0] + least * (W ** 2).sum() + .3 * least * (c ** 2).sum(); loss.backward(); return loss
    opt.step(closure); net.weights, net.offsets = W.detach(), c.detach()

if __name__ == '__main__':
    folder, weights, path = sys.argv[1:4]; net = Second(); net.load_state_dict(torch.load(weights, map_location='cpu')); net.eval(); fit(net, pages_in(folder)); export(net, path); print(os.path.getsize(path), 'bytes,', sum(p.numel() for p in net.parameters()), 'parameters')
