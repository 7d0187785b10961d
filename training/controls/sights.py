"""What the eyes give the second network, worked out on the GPU as `decode.ts`, `cuts.ts` and `look.ts` do it: the candidates of pages, their numbers and their cut-outs; and what each
of them is in truth. `compare` checks it against what candidates.ts wrote: sights.py compare FOLDER CONTROLS.npz"""
import math
import torch, torch.nn.functional as F
from net import GROUPS, KINDS, ROLES, STATES, STRIDE, split

LEAST, MOST = .06, 256
HIGH, WIDE = 40, 80
PLANE = HIGH * WIDE

def candidates(heat, rest, most=MOST):
    """Of each page its peaks, the surest first, without those of one group that a surer one covers: role, score, box, cell, and whether it is there; [pages, most]."""
    p = heat.sigmoid(); n, r, h, w = p.shape; peak = p * (F.max_pool2d(p, 3, 1, 1) == p); score, at = peak.flatten(1).topk(most, 1); role = at // (h * w); cell = at % (h * w)
    boxes = split(rest)[0].flatten(3); group = torch.tensor(GROUPS, device=heat.device)[role]; b = boxes[torch.arange(n, device=heat.device)[:, None], group, :, cell]
    cx = (cell % w + .5 + b[..., 0]) * STRIDE; cy = (cell // w + .5 + b[..., 1]) * STRIDE; bw = torch.exp2(b[..., 2].clamp(-3, 8)) * STRIDE; bh = torch.exp2(b[..., 3].clamp(-3, 8)) * STRIDE
    box = torch.stack([cx - bw / 2, cy - bh / 2, cx + bw / 2, cy + bh / 2], -1); there = score >= LEAST
    over = (overlap(box, box) > .5) & (group[:, None] == group[:, :, None]) & there[:, :, None] & there[:, None]; over = over & torch.ones_like(over).tril(-1); keep = there
    for _ in range(24):  # the surest of a heap stays: from the surest on, as one after the other
        now = there & ~(over & keep[:, None]).any(-1)
        if torch.equal(now, keep): break
        keep = now
    return role, score, box, cell, keep

def overlap(a, b):
    a, b = a[..., :, None, :], b[..., None, :, :]; side = lambda k: (torch.minimum(a[..., k + 2], b[..., k + 2]) - torch.maximum(a[..., k], b[..., k])).clamp(min=0); area = lambda t: (t[..., 2] - t[..., 0]) * (t[..., 3] - t[..., 1])
    shared = side(0) * side(1); return shared / (area(a) + area(b) - shared).clamp(min=1e-6)

def cuts_of(pages, page, box):
    """Bytes [k, 2, 3, 40, 80]: the whole of each thing, and its two ends."""
    n, _, height, width = pages.shape; flat = pages.permute(0, 2, 3, 1).reshape(-1, 3); dev = pages.device; x0, y0, x1, y1 = box.unbind(1); cell = lambda count: torch.arange(count, device=dev)
    def at(ys, xs):  # [k, rows], [k, columns]
        return flat[(page[:, None, None] * height + ys[:, :, None].clamp(0, height - 1)) * width + xs[:, None].clamp(0, width - 1)]
    sx, sy = (x1 - x0 + 10) / WIDE, (y1 - y0 + 10) / HIGH; tx, ty = (torch.floor(s + .5).clamp(1, 3) for s in (sx, sy)); whole = 0
    for v in range(3):
        for u in range(3):
            ok = ((v < ty) & (u < tx)).float()[:, None, None, None]; ys = torch.floor(y0[:, None] - 5 + (cell(HIGH) + ((v + .5) / ty)[:, None]) * sy[:, None]).long(); xs = torch.floor(x0[:, None] - 5 + (cell(WIDE) + ((u + .5) / tx)[:, None]) * sx[:, None]).long()
            whole = whole + at(ys, xs).float() * ok
    whole = torch.floor(whole / (tx * ty)[:, None, None, None] + .5)
    rounded = lambda v: torch.floor(v + .5).long(); first = rounded((y0 + y1) / 2 - HIGH / 2); near, far = rounded(x0) - 10, rounded(x1) + 10 - WIDE // 2
    ends = at(first[:, None] + cell(HIGH), torch.cat([near[:, None] + cell(WIDE // 2), far[:, None] + cell(WIDE // 2)], 1)).float()
    return torch.stack([whole, ends], 1).permute(0, 1, 4, 2, 3)

def places():
    y, x = torch.meshgrid(torch.arange(HIGH), torch.arange(WIDE), indexing='ij'); side = torch.minimum(torch.minimum(y, x), torch.minimum(HIGH - 1 - y, WIDE - 1 - x)).flatten(); return torch.nonzero(side < 2)[:, 0], torch.nonzero(side >= 6)[:, 0]
AROUND, INSIDE = places()

def commonest(flat, where):
    """The mean of the colours that most of these pixels have; flat [k, 3, pixels]."""
    part = flat[:, :, where]; coarse = (part // 16).long(); key = coarse[:, 0] * 256 + coarse[:, 1] * 16 + coarse[:, 2]; count = torch.zeros(len(flat), 4096, device=flat.device).scatter_add_(1, key, torch.ones_like(key, dtype=torch.float))
    best = key.gather(1, count.gather(1, key).argmax(1, keepdim=True)); return mean(part, key == best)

def mean(part, mask): return (part * mask[:, None]).sum(2) / mask.sum(1, keepdim=True)

def look_of(cuts):
    """The 330 numbers of look.ts; cuts [k, 2, 3, 40, 80] in 0..255."""
    k = len(cuts); parts = cuts.reshape(k, 2, 3, 5, 8, 8, 10); light = parts.sum(2); unrest = (light.amax((3, 5)) - light.amin((3, 5))) / 765; colours = parts.mean((4, 6)) / 255
    told = torch.cat([colours.permute(0, 1, 3, 4, 2), unrest[..., None]], -1).reshape(k, 320); flat = cuts[:, 0].reshape(k, 3, PLANE); inside = INSIDE.to(cuts.device)
    around, ground = commonest(flat, AROUND.to(cuts.device)), commonest(flat, inside); part = flat[:, :, inside]; gap = (part - ground[:, :, None]).abs().sum(1); most = gap.amax(1, keepdim=True); is_ink = (gap >= most * .7) & (most > 0)
    ink = torch.where(most > 0, mean(part, is_ink | (most == 0)), ground); return torch.cat([told, around / 255, ground / 255, ink / 255, is_ink.float().mean(1, keepdim=True)], 1)

def sights(net, pages):
    """Of pages [n, 3, h, w] in whole numbers 0..255: the numbers [k, 531] and cut-outs [k, 2, 3, 40, 80] of all candidates, and of which page each is."""
    x = pages / 127.5 - 1; heat, rest = (t.float() for t in net(x.contiguous(memory_format=torch.channels_last))); roles, states = (t.float() for t in net.saw)
    role, score, box, cell, keep = candidates(heat, rest); page, which = torch.nonzero(keep, as_tuple=True); role, score, box, cell = (t[page, which] for t in (role, score, box, cell))
    order = torch.argsort(page * 1e5 + box[:, 1]); page, role, score, box, cell = (t[order] for t in (page, role, score, box, cell))
    p = heat.sigmoid(); around = F.max_pool2d(p, 3, 1, 1).flatten(2)[page, :, cell]; own = F.one_hot(role, len(ROLES)); around = torch.where(own > 0, score[:, None], around)
    s = len(STATES) + 1; flat = rest.flatten(2)[page, :, cell]; cuts = cuts_of(pages, page, box)
    return torch.cat([own.float(), around, flat[:, 12:12 + s].sigmoid(), flat[:, 12 + s:], box, roles.flatten(2)[page, :, cell], states.flatten(2)[page, :, cell], look_of(cuts)], 1), cuts, page

def truth_of(x, page, t):
    """What each candidate is: -1 nothing, -2 nobody's matter, else the role; and its states and value [k, 7]. Truths t: [m, page, role, box, states, value, kind, partly]. The surest candidate
    takes the truth that fits it best, then the next of what is left: each asks for its best, and a truth keeps the surest that asked."""
    k, dev = len(x), x.device; is_ = torch.full((k,), -1, device=dev); states = torch.zeros(k, 7, device=dev); states[:, 6] = -1
    if len(t) == 0 or k == 0: return is_, states
    group = torch.tensor(GROUPS, device=dev); own = x[:, :15].argmax(1); score = x.gather(1, 15 + own[:, None])[:, 0]; role = t[:, 1].long(); box = x[:, 69:73]; rank = torch.empty(k, dtype=torch.long, device=dev); rank[torch.argsort(-score)] = torch.arange(k, device=dev)
    same = page[:, None] == t[None, :, 0]; o = overlap(box, t[:, 2:6]) * same; fit = torch.where((o >= .5) & (group[own][:, None] == group[role][None]), o + .3 * (own[:, None] == role[None]), torch.zeros_like(o)); open_ = fit > 0; taken = torch.full((len(t),), k, dtype=torch.long, device=dev)
    for _ in range(12):
        best, at = torch.where(open_, fit, torch.zeros_like(fit)).max(1); asks = best > 0
        if not asks.any(): break
        winner = torch.full((len(t) + 1,), k, dtype=torch.long, device=dev).scatter_reduce(0, torch.where(asks, at, torch.full_like(at, len(t))), rank, 'amin', include_self=True)[:-1]
        refused = asks & (rank > winner[at])
        if not refused.any(): break
        open_[refused.nonzero()[:, 0], at[refused]] = False
    holds = asks; j = at[holds]; is_[holds] = torch.where(t[j, 14] > .5, torch.full_like(j, -2), role[j]); states[holds] = t[j, 6:13]
    near = ((o > .1) & (t[None, :, 14] > .5)).any(1); is_[~holds & near] = -2
    return is_, states

def frozen(net, path):
    """The released network (start.py) as it is: its normalisations are in its convolutions."""
    import numpy as np
    told = np.load(path); called = []; hooks = [m.register_forward_pre_hook(lambda m, _: called.append(m)) for m in net.modules() if isinstance(m, (torch.nn.Conv2d, torch.nn.BatchNorm2d))]; net.eval()
    with torch.no_grad():
        net(torch.zeros(1, 3, 128, 128)); [h.remove() for h in hooks]; convs = [m for m in called if isinstance(m, torch.nn.Conv2d)]
        for i, c in enumerate(convs):
            w, b = (torch.as_tensor(told[f'{kind}{i:03d}']).float() for kind in 'wb'); c.weight.copy_(w)
            if c.bias is not None: c.bias.copy_(b); continue
            n = called[called.index(c) + 1:][:1]; n = n[0] if n and isinstance(n[0], torch.nn.BatchNorm2d) else None
            if n is not None: n.running_mean.zero_(); n.running_var.fill_(1 - n.eps); n.weight.fill_(1); n.bias.copy_(b)
    for p in net.parameters(): p.requires_grad_(False)
    return net

def compare(folder, path):
    import glob, json, numpy as np
    from PIL import Image
    from net import Net
    net = frozen(Net(), path)
    for name in sorted(glob.glob(folder + '/*.png'))[:6]:
        told = json.load(open(name[:-3] + 'json')); page = torch.from_numpy(np.asarray(Image.open(name).convert('RGB')).copy()).permute(2, 0, 1)[None].float(); h, w = page.shape[2:]; page = F.pad(page, (0, told['width'] - w, 0, told['height'] - h), mode='replicate')
        with torch.no_grad(): x, cuts, _ = sights(net, page)
        was = torch.from_numpy(np.fromfile(name[:-3] + 'f32', np.float32).reshape(-1, 531)); was = was[torch.argsort(was[:, 70])]; own = was.gather(1, 15 + was[:, :15].argmax(1)[:, None])[:, 0]; was = was[own >= LEAST]
        print(name, len(x), len(was)); 
        if len(x) == len(was):
            d = (x - was).abs(); print({k: round(float(d[:, v].max()), 4) for k, v in dict(role=slice(0, 15), heat=slice(15, 30), state=slice(30, 37), icon=slice(37, 69), box=slice(69, 73), seen=slice(73, 201), parts=slice(201, 521), colours=slice(521, 531)).items()}, 'mean of colours', round(float(d[:, 521:].mean()), 5))

if __name__ == '__main__':
    import sys
    if sys.argv[1] == 'compare': compare(*sys.argv[2:4])
