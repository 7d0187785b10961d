"""Lines with their labels, drawn by draw.c a page at a time: one family, one size, one way of rasterising."""
import ctypes, json, math, os, random
import numpy as np
from alphabet import CLASS, PICTURE, encode
from texts import Texts
HEIGHT, WIDEST = 32, 1536

class Lines:
    def __init__(self, folder, seed, held_out=False, hard=.4):
        self.r = random.Random(seed); self.hard = hard
        self.texts = Texts(folder, self.r)
        self.c = c = ctypes.CDLL(os.environ.get('DRAW', f'{folder}/draw.so'))
        c.page.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_double, ctypes.c_int, ctypes.c_int, ctypes.c_int]
        c.draw_line.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_double, ctypes.c_void_p, ctypes.c_int]
        c.seed_draw.argtypes = [ctypes.c_uint64]; c.seed_draw(seed + 1)
        table = json.load(open(f'{folder}/fonts.json')); face = lambda f: c.add_face(f'{folder}/fonts/{f}'.encode())
        self.fallback, self.mono, families = [], [], {}
        for e in table:
            if e['role'] == 'picture':
                for f in e['files']:
                    i = face(f)
                    if i >= 0: c.add_pictures(i)
                continue
            if (e['role'] == 'held-out') != held_out and e['role'] != 'fallback' and e['family'] != 'dejavu': continue
            chain = [i for i in map(face, e['files']) if i >= 0]
            if e['role'] == 'fallback': self.fallback += chain; continue
            if e['family'] == 'dejavu':
                (self.fallback.append if 'Mono' not in e['style'] else lambda i: self.fallback.insert(0, i))(chain[0]) if 'Bold' not in e['style'] and 'Serif' not in e['style'] else None
                if held_out: continue
            if not all(any(c.covers(i, ord(x)) for i in chain) for x in 'aZ0'): continue
            families.setdefault(e['family'], []).append(chain)
            if e['role'] == 'mono' or (held_out and 'mono' in e['family']): self.mono.append(chain)
        self.families = list(families.values())
        self.buffer = np.empty(HEIGHT * WIDEST * 3, np.uint8)

    def page(self):
        r = self.r
        k = r.random(); size = r.uniform(6.5, 10) if k < .17 else r.uniform(9, 14) if k < .45 else r.uniform(11, 18) if k < .77 else r.uniform(12, 28) if k < .9 else math.exp(r.uniform(math.log(10), math.log(110)))
        chain = r.choice(self.mono) if r.random() < .4 else r.choice(r.choice(self.families))
        mode = r.choices(range(6), [.36, .26, .17, .1, .09, .02])[0]
        if mode in (1, 2, 4, 5): size = round(size) if r.random() < .8 else size
        fallback = r.sample(self.fallback, len(self.fallback)); ids = (ctypes.c_int * 64)(*(chain + fallback)[:64])  # whose tick or arrow it is differs from machine to machine
        self.c.page(ids, min(64, len(chain) + len(fallback)), size, mode, r.random() < .05, r.random() < .2)
        return max(3, min(16, int(300 / size)))

    def __iter__(self):
        draw, out = self.c.draw_line, self.buffer
        while True:
            for _ in range(self.page()):
                text = self.texts.sample()
                if not text: continue
                points = np.frombuffer(text.encode('utf-32-le'), np.uint32)
                width = draw(points.ctypes.data, len(points), self.hard, out.ctypes.data, WIDEST)
                if not width: continue
                label = encode(text)
                twice = sum(a == b for a, b in zip(label, label[1:]))
                if len(label) + twice > width // 4: continue
                yield out[:HEIGHT * width * 3].reshape(HEIGHT, width, 3).copy(), label, text
