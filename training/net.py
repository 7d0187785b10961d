"""The network: a small residual stack that folds 32 rows into one and looks along the line, four pixels a step. Input BGR, value/127.5-1."""
import inspect
import torch, torch.nn as nn, torch.nn.functional as F

def conv(i, o, k, stride=1, dilation=1, act=True):
    k = k if isinstance(k, tuple) else (k, k); d = dilation if isinstance(dilation, tuple) else (dilation, dilation)
    parts = [nn.Conv2d(i, o, k, stride, (d[0] * (k[0] - 1) // 2, d[1] * (k[1] - 1) // 2), d, bias=False), nn.BatchNorm2d(o)]
    return nn.Sequential(*parts, nn.ReLU(inplace=True)) if act else nn.Sequential(*parts)

class Res(nn.Module):
    def __init__(self, c):
        super().__init__(); self.a = conv(c, c, 3); self.b = conv(c, c, 3, act=False)
    def forward(self, x): return F.relu(x + self.b(self.a(x)))

class Mix(nn.Module):
    """Along the line: a wide kernel, a narrow one, and a gate from the whole line."""
    def __init__(self, c, dilation):
        super().__init__(); self.a = conv(c, c, (1, 7), 1, (1, dilation)); self.b = conv(c, c, 1, act=False)
        self.se = nn.Sequential(nn.Conv2d(c, c // 4, 1), nn.ReLU(), nn.Conv2d(c // 4, c, 1), nn.Sigmoid())
    def forward(self, x):
        y = self.b(self.a(x)); return F.relu(x + y * self.se(y.mean((2, 3), keepdim=True)))

class Net(nn.Module):
    def __init__(self, classes, c=(24, 48, 96, 144), width=224, depth=(2, 2, 1), mixes=6):
        super().__init__()
        layers = [conv(3, c[0], 3, 2), conv(c[0], c[1], 3, 2), *[Res(c[1]) for _ in range(depth[0])], conv(c[1], c[2], 3, (2, 1)), *[Res(c[2]) for _ in range(depth[1])], conv(c[2], c[3], 3, (2, 1)), *[Res(c[3]) for _ in range(depth[2])]]
        self.body = nn.Sequential(*layers)
        self.fold = nn.Sequential(nn.Conv2d(c[3], width, (2, 1), bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True))
        self.mix = nn.Sequential(*[Mix(width, d) for d in [1, 2, 4, 1, 2, 4, 1, 2][:mixes]])
        self.drop = nn.Dropout(.1); self.head = nn.Conv2d(width, classes, 1)
    def forward(self, x):
        return self.head(self.drop(self.mix(self.fold(self.body(x))))).squeeze(2).transpose(1, 2)

def pairs(net):
    """Every convolution with its normalisation, in the order of the forward pass."""
    modules = [m for m in net.modules() if isinstance(m, (nn.Conv2d, nn.BatchNorm2d))]
    return [(a, b) for a, b in zip(modules, modules[1:]) if isinstance(a, nn.Conv2d) and isinstance(b, nn.BatchNorm2d)]

def start_from(net, exported, chars, batch):
    """Goes on from an exported network, whose normalisations were folded into its convolutions: they are measured anew on `batch`, so that
    the function stays the same. Classes of the head are matched by their characters; new ones start unlikely."""
    folded = exported['convs']; hooks = []
    with torch.no_grad():
        for (c, n), (w, b) in zip(pairs(net), folded):
            c.weight.copy_(torch.as_tensor(w).to(c.weight))
            def measure(module, args, b=b):
                x = args[0].float(); mean = x.mean((0, 2, 3)); var = x.var((0, 2, 3), unbiased=False); std = (var + module.eps).sqrt()
                module.running_mean.copy_(mean); module.running_var.copy_(var); module.weight.copy_(std); module.bias.copy_(mean + torch.as_tensor(b).to(mean))
            hooks.append(n.register_forward_pre_hook(measure))
        for k, v in exported['rest'].items():
            if not k.startswith('head'): net.get_parameter(k).copy_(torch.as_tensor(v).float())
        w, b = torch.as_tensor(exported['rest']['head.weight']).float(), torch.as_tensor(exported['rest']['head.bias']).float()
        old = {ch: i + 1 for i, ch in enumerate(exported['chars'])}; d = net.head.weight.device
        net.head.weight.mul_(.3); net.head.bias.fill_(float(b[1:-1].mean()) - 3)
        for i, ch in enumerate(chars):
            if ch in old: net.head.weight[i + 1] = w[old[ch]].to(d); net.head.bias[i + 1] = b[old[ch]].to(d)
        for new, was in ((0, 0), (len(chars) + 1, len(exported['chars']) + 1)): net.head.weight[new] = w[was].to(d); net.head.bias[new] = b[was].to(d)
        net.eval(); net(batch); net.train()
    for h in hooks: h.remove()

class Exported(nn.Module):
    def __init__(self, net, temperature): super().__init__(); self.net = net; self.scale = 1 / temperature
    def forward(self, x): return torch.softmax(self.net(x) * self.scale, -1)

def export(net, path, temperature=1.0):
    old = {'dynamo': False} if 'dynamo' in inspect.signature(torch.onnx.export).parameters else {}
    torch.onnx.export(Exported(net.eval().float().cpu(), temperature), (torch.zeros(1, 3, 32, 320),), path, **old, input_names=['x'], output_names=['y'], opset_version=16, dynamic_axes={'x': {0: 'n', 3: 'w'}, 'y': {0: 'n', 1: 't'}})
