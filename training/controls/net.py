"""The network that finds controls: a residual pyramid, read out every eight pixels. Input RGB, value/127.5-1, both sides multiples of 64.
Output [n, 66, h/8, w/8]: 15 roles (probability of a centre), 3 x 4 for the box (centre offset in cells, log2 of the size in cells) by group of roles,
6 states and the value (probabilities), 32 kinds of icon (scores). Exported, it also tells what it saw at each place: `roles` and `states`, 64 numbers each."""
import torch, torch.nn as nn, torch.nn.functional as F

ROLES = ['checkbox', 'radio', 'toggle', 'slider', 'progress', 'icon', 'scrollbar', 'cursor', 'tab', 'button', 'field', 'select', 'menuitem', 'link', 'dialog']
GROUPS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2]
STATES = ['on', 'mixed', 'disabled', 'focused', 'default', 'placeholder']
KINDS = ['other', 'close', 'menu', 'search', 'settings', 'add', 'delete', 'edit', 'user', 'notification', 'home', 'back', 'forward', 'up', 'down', 'more', 'favourite', 'download', 'upload', 'check', 'information', 'warning', 'lock', 'calendar', 'mail', 'folder', 'file', 'play', 'refresh', 'copy', 'visibility', 'link']
STRIDE = 8
HAS = {  # which states a role has
    'on': {'checkbox', 'radio', 'toggle', 'tab', 'menuitem'}, 'mixed': {'checkbox'}, 'default': {'button'}, 'placeholder': {'field'},
    'disabled': {'checkbox', 'radio', 'toggle', 'slider', 'tab', 'button', 'field', 'select', 'menuitem'},
    'focused': {'checkbox', 'radio', 'toggle', 'slider', 'tab', 'button', 'field', 'select'},
}
VALUED = {'slider', 'progress', 'scrollbar'}
WIDTH = 64
OUT = len(ROLES) + 12 + len(STATES) + 1 + len(KINDS)

def conv(i, o, k=3, stride=1, dilation=1, act=True):
    parts = [nn.Conv2d(i, o, k, stride, dilation * (k - 1) // 2, dilation, bias=False), nn.BatchNorm2d(o)]
    return nn.Sequential(*parts, nn.ReLU(inplace=True)) if act else nn.Sequential(*parts)

class Res(nn.Module):
    def __init__(self, c, dilation=1):
        super().__init__(); self.a = conv(c, c, 3, 1, dilation); self.b = conv(c, c, 3, act=False)
    def forward(self, x): return F.relu(x + self.b(self.a(x)))

class More(nn.Module):
    """One more layer that says nothing at first."""
    def __init__(self, c, dilation=1):
        super().__init__(); self.a = conv(c, c, 3, 1, dilation, act=False); nn.init.zeros_(self.a[1].weight)
    def forward(self, x): return F.relu(x + self.a(x))

class Net(nn.Module):
    def __init__(self, c=(16, 24, 48, 96, 144, 144)):
        super().__init__()
        self.s2 = conv(3, c[0], 3, 2); self.s4 = nn.Sequential(conv(c[0], c[1], 3, 2), conv(c[1], c[1]))
        self.s8 = nn.Sequential(conv(c[1], c[2], 3, 2), Res(c[2]), Res(c[2]), More(c[2]))
        self.s16 = nn.Sequential(conv(c[2], c[3], 3, 2), Res(c[3]), Res(c[3], 2))
        self.s32 = nn.Sequential(conv(c[3], c[4], 3, 2), Res(c[4]), Res(c[4], 2))
        self.s64 = nn.Sequential(conv(c[4], c[5], 3, 2), conv(c[5], c[5], 3, 1, 2))
        self.l64 = conv(c[5], c[4], 1); self.l32 = conv(c[4], c[3], 1); self.m16 = nn.Sequential(conv(c[3], c[3]), More(c[3], 2)); self.l16 = conv(c[3], WIDTH, 1); self.l8 = conv(c[2], WIDTH, 1, act=False)
        self.m8 = conv(WIDTH, WIDTH); self.heat_body = conv(WIDTH, WIDTH); self.rest_body = conv(WIDTH, WIDTH); self.state_body = nn.Sequential(conv(WIDTH, WIDTH), More(WIDTH))  # states have eyes of their own: a ring of one pixel is no matter of the box
        self.fine = nn.Sequential(conv(c[1], 32, 3, 2), nn.Conv2d(32, WIDTH, 1, bias=False)); nn.init.zeros_(self.fine[1].weight)
        self.drop = nn.Dropout2d(.05)
        self.heat = nn.Conv2d(WIDTH, len(ROLES), 1); self.rest = nn.Conv2d(WIDTH, 12 + len(KINDS), 1); self.state = nn.Conv2d(WIDTH, len(STATES) + 1, 1)
        nn.init.constant_(self.heat.bias, -4.6); [(nn.init.normal_(m.weight, std=.01), nn.init.zeros_(m.bias)) for m in (self.rest, self.state)]
    def forward(self, x):
        f4 = self.s4(self.s2(x)); f8 = self.s8(f4); f16 = self.s16(f8); f32 = self.s32(f16); f64 = self.s64(f32)
        up = lambda t: F.interpolate(t, scale_factor=2., mode='nearest')
        f32 = f32 + up(self.l64(f64)); f16 = self.m16(f16 + up(self.l32(f32)))
        f8 = self.drop(self.m8(F.relu(self.l8(f8) + up(self.l16(f16)))))
        rest = self.rest(self.rest_body(f8)); roles = self.heat_body(f8); heat = self.heat(roles); states = self.state_body(f8 + self.fine(f4))  # in the order of the released file, which start.py takes apart
        self.saw = roles, states  # what the second network is given of a place
        return heat, torch.cat([rest[:, :12], self.state(states), rest[:, 12:]], 1)

def widened(weights, net):
    """Weights of controls-3 in a network with more layers, which says the same: the new ones add nothing yet."""
    own = net.state_dict(); named = {k.replace('m16.', 'm16.0.').replace('state_body.', 'state_body.0.'): v for k, v in weights.items()} if 'm16.0.weight' in weights else weights
    return {**own, **named}

def start_from(net, path, batch):
    """Goes on from a released network (start.py): the normalisations that were folded into its convolutions are measured anew on `batch`, so that it says the same."""
    import numpy as np
    told = np.load(path); called = []; norms = {}; hooks = []
    for m in net.modules():
        if isinstance(m, (nn.Conv2d, nn.BatchNorm2d)): hooks.append(m.register_forward_pre_hook(lambda m, _: called.append(m)))
    net.eval()
    with torch.no_grad(): net(batch[:1])
    [h.remove() for h in hooks]; hooks = []; convs = [m for m in called if isinstance(m, nn.Conv2d)]
    if len(convs) * 2 != len(told.files): raise ValueError('another network')
    with torch.no_grad():
        for i, c in enumerate(convs):
            w, b = torch.as_tensor(told[f'w{i:03d}']).float(), torch.as_tensor(told[f'b{i:03d}']); after = called[called.index(c) + 1:][:1]; c.weight.copy_(w.to(c.weight))
            if c.bias is not None: c.bias.copy_(b.to(c.bias))
            elif len(b): norms[after[0]] = b
        for n, b in norms.items():
            def measure(n, args, b=b):
                x = args[0].float(); mean = x.mean((0, 2, 3)); var = x.var((0, 2, 3), unbiased=False)
                n.running_mean.copy_(mean); n.running_var.copy_(var); n.weight.copy_((var + n.eps).sqrt()); n.bias.copy_(mean + b.to(mean))
            hooks.append(n.register_forward_pre_hook(measure))
        net(batch)
    [h.remove() for h in hooks]; net.train()

def split(rest):
    """Boxes [n,3,4,h,w], states, value, kinds."""
    s, k = len(STATES), len(KINDS); n, _, h, w = rest.shape
    return rest[:, :12].reshape(n, 3, 4, h, w), rest[:, 12:12 + s], rest[:, 12 + s:13 + s], rest[:, 13 + s:13 + s + k]

class Exported(nn.Module):
    def __init__(self, net): super().__init__(); self.net = net
    def forward(self, x):
        heat, rest = self.net(x); s = len(STATES) + 1
        return torch.cat([torch.sigmoid(heat), rest[:, :12], torch.sigmoid(rest[:, 12:12 + s]), rest[:, 12 + s:]], 1), *self.net.saw

def export(net, path):
    args = dict(input_names=['x'], output_names=['y', 'roles', 'states'], opset_version=13, dynamic_axes={'x': {0: 'n', 2: 'h', 3: 'w'}, **{k: {0: 'n', 2: 'r', 3: 'c'} for k in ('y', 'roles', 'states')}})
    model = Exported(net).eval().float().cpu(); x = torch.zeros(1, 3, 128, 192)
    try: torch.onnx.export(model, (x,), path, dynamo=False, **args)
    except TypeError: torch.onnx.export(model, (x,), path, **args)
