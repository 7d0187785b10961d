"""Pages that processes draw all the while, in memory that is shared with the loop which uses them; and, on the GPU, other colours and damage for a batch of them."""
import math, multiprocessing as mp, os, signal
import numpy as np, torch, torch.nn.functional as F
from browser import pages
from net import KINDS, ROLES, STATES

W, H, MOST = 960, 720, 192
FIELDS = 14  # role, box, states (6), value, kind, partly
SLOTS = 256

def tidy(image, truths):
    """A picture of the size that all have, and its labels as numbers."""
    page = np.empty((H, W, 3), np.uint8); h, w = min(H, image.shape[0]), min(W, image.shape[1]); page[:h, :w] = image[:h, :w]
    if h < H: page[h:] = page[h - 1:h]
    if w < W: page[:, w:] = page[:, w - 1:w]
    rows = []
    for t in truths:
        if t['role'] not in ROLES: continue
        x0, y0, x1, y1 = t['box']
        rows.append([ROLES.index(t['role']), x0, y0, min(x1, W), min(y1, H), *[float(bool(t.get(s))) for s in STATES], t.get('value', -1), KINDS.index(t['kind']) if t.get('kind') in KINDS else -1, float(bool(t.get('partly')))])
    return page, np.array(rows, np.float32).reshape(-1, FIELDS)

class Artists:
    """Drawing processes: the held-out pages first (`held`: ranges of seeds by name; one that starts with `look-alikes` has them), then pages for training from `first` on, of which one in
    `alike` has look-alikes. A page lies in a slot until it is taken."""
    def __init__(self, chromium, drawing, processes, first, held, alike=0):
        self.shared = torch.empty(SLOTS, H, W, 3, dtype=torch.uint8).share_memory_(); self.free, self.ready = mp.Queue(), mp.Queue(); self.processes = []
        for slot in range(SLOTS): self.free.put(slot)
        for number in range(processes):
            self.processes.append(mp.Process(target=self.draw, args=(chromium, drawing, number, processes, first, held, alike), daemon=True)); self.processes[-1].start()
    def draw(self, chromium, drawing, number, processes, first, held, alike):
        os.nice(10); signal.signal(signal.SIGINT, signal.SIG_IGN); torch.set_num_threads(1)
        def put(name, assets, seeds, look_alikes):
            for _, picture, truths in pages(chromium, drawing, assets, seeds, look_alikes):
                page, rows = tidy(picture, truths)
                if len(rows) == 0 and not alike: continue
                slot = self.free.get(); self.shared[slot].copy_(torch.from_numpy(page)); self.ready.put((name, slot, rows))
        for name, seeds in held.items(): put(name, 'held', seeds[number::processes], lambda seed: name.startswith('look-alikes'))
        put('train', 'train', range(first + number, 2_000_000_000, processes), lambda seed: alike and seed // processes % alike == 0)
    def take(self):
        """(name, page [h, w, 3], rows) of the next page, or nothing yet."""
        if self.ready.empty(): return None
        name, slot, rows = self.ready.get(); page = self.shared[slot].clone(); self.free.put(slot); return name, page, rows
    def stop(self):
        for process in self.processes: process.terminate()

# Damage and colours, for a batch in 0..255
def dct(device):
    k = torch.arange(8, device=device).float(); m = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) * .5; m[0] *= 2 ** -.5; return m
LUMA = torch.tensor([[16, 11, 10, 16, 24, 40, 51, 61], [12, 12, 14, 19, 26, 58, 60, 55], [14, 13, 16, 24, 40, 57, 69, 56], [14, 17, 22, 29, 51, 87, 80, 62], [18, 22, 37, 56, 68, 109, 103, 77], [24, 35, 55, 64, 81, 104, 113, 92], [49, 64, 78, 87, 103, 121, 120, 101], [72, 92, 95, 98, 112, 100, 103, 99]]).float()
def jpeg(x):
    n, _, h, w = x.shape; d = dct(x.device); q = 20 + 70 * torch.rand(n, device=x.device); s = torch.where(q < 50, 50 / q, 2 - q / 50)[:, None, None, None, None]; table = (LUMA.to(x.device) * s).clamp(1, 255)
    b = x.reshape(n * 3, h // 8, 8, w // 8, 8).permute(0, 1, 3, 2, 4).reshape(n, 3, -1, 8, 8) - 128
    c = torch.round((d @ b @ d.T) / table) * table; b = (d.T @ c @ d) + 128
    return b.reshape(n * 3, h // 8, w // 8, 8, 8).permute(0, 1, 3, 2, 4).reshape(n, 3, h, w)

def disturb(x):
    n = x.shape[0]; dev = x.device; u = lambda: torch.rand(n, 1, 1, 1, device=dev)
    x = torch.where(u() < .15, 255 - x, x)
    order = torch.argsort(torch.rand(n, 3, device=dev), 1); x = torch.where(u() < .4, x.gather(1, order[:, :, None, None].expand_as(x)), x)
    a = (torch.rand(n, device=dev) - .5) * 2 * math.pi * (torch.rand(n, device=dev) < .3); c, s = a.cos(), a.sin(); k = 1 / 3; r = math.sqrt(1 / 3)
    near, one, two = c + k * (1 - c), k * (1 - c) - r * s, k * (1 - c) + r * s
    m = torch.stack([near, one, two, two, near, one, one, two, near], 1).reshape(n, 3, 3); x = torch.einsum('nij,njhw->nihw', m, x).clamp(0, 255)
    grey = x.mean(1, keepdim=True); keep = torch.where(u() < .25, u() * 1.3, torch.ones_like(grey[:, :, :1, :1])); x = (grey + (x - grey) * keep).clamp(0, 255)
    k = torch.where(u() < .35, .55 + u() * .45, torch.ones_like(keep)); x = x * k + (1 - k) * 255 * torch.rand(n, 3, 1, 1, device=dev)
    g = torch.where(u() < .25, torch.exp2((u() - .5) * 1.2), torch.ones_like(keep)); x = 255 * (x / 255).clamp(0, 1) ** g
    pick = torch.rand(n, device=dev)
    if (pick < .12).any(): x[pick < .12] = jpeg(x[pick < .12])
    soft = (pick > .9)
    if soft.any(): y = x[soft]; b = torch.rand(len(y), 1, 1, 1, device=dev); x[soft] = y * b + F.avg_pool2d(F.pad(y, (1, 1, 1, 1), mode='replicate'), 3, 1) * (1 - b)
    return (x + torch.randn_like(x) * (u() * 6 * (u() < .15))).clamp(0, 255)
