"""Lines cut out of pages that a headless Chromium draws, with the labels that its document tells: what stands around a line, how a browser places and
blends its letters, and damage are those of whole screens. CHROMIUM names the program (controls/README.md)."""
import base64, ctypes, html, io, json, os, random, sys
import numpy as np
from PIL import Image, ImageFilter
from alphabet import CLASS, PICTURE, clean, encode
from lines import HEIGHT, Lines, WIDEST
here = os.path.dirname(os.path.abspath(__file__))
sys.path.append(f'{here}/controls')
from browser import Browser

STYLES, PAGES = 90, 150  # of a browser: how many styles of fonts it has, and after how many pages another one takes its place
RESAMPLE = [Image.BOX, Image.BILINEAR, Image.BICUBIC, Image.LANCZOS, Image.LANCZOS, Image.BICUBIC]

class Screens:
    def __init__(self, folder, seed, program):
        self.folder, self.program, self.r = folder, program, random.Random(seed * 7919 + 11)
        self.lines = Lines(folder, seed + 77); self.texts = self.lines.texts; self.c = self.lines.c; self.c.cut_line.argtypes = [ctypes.c_void_p, *[ctypes.c_int] * 6, ctypes.c_double, ctypes.c_void_p, ctypes.c_int]
        table = json.load(open(f'{folder}/fonts.json')); usable = [e for e in table if e['role'] in ('text', 'mono')]
        self.styles = usable; self.faces = {}
        self.fallback = [f for e in table if e['role'] == 'fallback' for f in e['files']] + [f for e in table if e['family'] == 'dejavu' and e['style'] in ('DejaVuSans.ttf', 'DejaVuSansMono.ttf') for f in e['files']]
        self.pictures = [f for e in table if e['role'] == 'picture' for f in e['files']]; self.browser = None; self.count = 0
        self.buffer = np.empty(HEIGHT * WIDEST * 3, np.uint8)

    def face(self, f):
        if f not in self.faces: self.faces[f] = self.c.add_face(f'{self.folder}/fonts/{f}'.encode())
        return self.faces[f]
    def covered(self, text, style): return all(c in ' ' + PICTURE or any(self.c.covers(self.face(f), ord(c)) for f in style['files'] + self.fallback) for c in text)

    # ---- the browser
    def open(self):
        r = self.r; self.chosen = r.sample(self.styles, min(STYLES, len(self.styles))); mono = [e for e in self.chosen if e['role'] == 'mono']
        if len(mono) < STYLES // 4: mono = r.sample([e for e in self.styles if e['role'] == 'mono'], STYLES // 4); self.chosen += mono
        self.mono = mono; self.shown = r.sample(self.pictures, min(3, len(self.pictures))); self.browser = Browser(self.program); self.tab = self.browser.tab()
        self.browser.call('Page.enable', self.tab); self.browser.run(self.tab, open(f'{here}/screens.js', encoding='utf8').read() + '\n0')
        files = list(dict.fromkeys([f for e in self.chosen for f in e['files']] + self.fallback + self.shown)); self.name = {f: f'f{i}' for i, f in enumerate(files)}
        for a in range(0, len(files), 25):
            part = [[self.name[f], base64.b64encode(open(f'{self.folder}/fonts/{f}', 'rb').read()).decode()] for f in files[a:a + 25]]
            self.browser.run(self.tab, f'screens.load({json.dumps(part)})')
        self.codes = {f: [p for p in points(self.c, self.face(f)) if p >= 0x2190] for f in self.shown}
    def family(self, style): return ','.join(self.name[f] for f in style['files'] + self.r.sample(self.fallback, len(self.fallback)))

    # ---- what a page says
    def say(self, style, most=200):
        for _ in range(6):
            t = self.texts.sample()[:most].strip()
            if t and self.covered(t, style): return t
        return 'OK'
    def short(self, style): t = self.say(style, 60); return t[:self.r.randint(3, 40)].strip() if self.r.random() < .5 else t
    def long(self, style):
        t = self.say(style, 90)
        while len(t) < 70 and self.r.random() < .6: t += self.r.choice(['', ' ', ' ', ' ', '  ']) + self.say(style, 60)
        return t[:120].strip()
    def written(self, text):
        """Escaped; pictures are glyphs of an emoji or icon font."""
        parts = html.escape(text, False).split(PICTURE)
        if len(parts) == 1: return parts[0]
        out = parts[0]
        for p in parts[1:]: f = self.r.choice(self.shown); codes = self.codes[f]; out += (f'<span data-picture style="font-family:{self.name[f]};font-weight:400">&#{self.r.choice(codes)};</span>' if codes else '') + p
        return out
    def colour(self, low=0, high=255): return tuple(self.r.randint(low, high) for _ in range(3))
    def page(self):
        r = self.r; mono = r.random() < .4; style = r.choice(self.mono if mono else self.chosen); code = r.choice(self.mono); k = r.random()
        px = r.uniform(7.5, 10.5) if k < .12 else r.uniform(10, 13.5) if k < .5 else r.uniform(12, 17) if k < .85 else r.uniform(15, 26) if k < .96 else r.uniform(24, 44)
        if r.random() < .7: px = round(px)
        scale = r.choice([1] * 12 + [2] * 5 + [1.25, 1.5, 3]); css = lambda c: 'rgb(%d,%d,%d)' % c; lum = lambda c: .299 * c[0] + .587 * c[1] + .114 * c[2]
        dark = r.random() < .42; paper = (255, 255, 255) if not dark and r.random() < .4 else tuple(min(255, (r.randint(0, 40) if dark else r.randint(228, 255)) + r.randint(0, 12)) for _ in range(3)) if r.random() < .85 else self.colour()
        def ink(ground, need):
            for _ in range(40):
                c = self.colour(0, 90) if r.random() < .4 else self.colour(170, 255) if r.random() < .6 else self.colour()
                if abs(lum(c) - lum(ground)) >= need: return c
            return (0, 0, 0) if lum(ground) > 128 else (255, 255, 255)
        fg = ink(paper, r.choice([70, 110, 150])); accent = ink(paper, 60); soft = tuple(max(0, min(255, v + r.choice([-1, 1]) * r.randint(4, 22))) for v in paper); w = self.written; out = []; lines = 0
        width = int(min(1280, max(360, r.uniform(45, 130) * px * .55)) if scale < 2 else min(760, max(300, r.uniform(40, 90) * px * .55))); height = int((1000 if scale < 1.4 else 640 if scale < 2.5 else 420))
        family = self.family(style); codes = f'font-family:{self.family(code)}'; room = height / (px * 1.5); say = self.say; short = self.short
        def span(t):
            k = r.random(); t = w(t)
            return f'<a style="color:{css(accent)};text-decoration:{r.choice(["underline", "underline", "none"])}">{t}</a>' if k < .3 else f'<b>{t}</b>' if k < .5 else f'<i>{t}</i>' if k < .6 else f'<span style="color:{css(accent)}">{t}</span>' if k < .8 else f'<span style="background:{css(soft)};padding:0 .3em;border-radius:3px">{t}</span>'
        while lines < room:
            k = r.random(); dim = f'opacity:{r.uniform(.5, .85):.2f};' if r.random() < .15 else ''
            if k < .08: out.append(f'<h2 style="margin:.3em 0;font-size:{r.uniform(1.2, 2.1):.2f}em;font-weight:{r.choice([400, 700])}">{w(short(style))}</h2>'); lines += 2.5
            elif k < .26: n = r.randint(1, 4); out.append(f'<p style="margin:.5em 0;{dim}line-height:{r.uniform(1.15, 1.8):.2f}">' + ' '.join(span(short(style)) if r.random() < .2 else w(say(style)) for _ in range(n)) + '</p>'); lines += n + 1
            elif k < .46: n = r.randint(2, 8); own = codes if r.random() < .5 else ''; st = code if own else style; out.append(f'<div style="{dim}">' + ''.join(f'<div style="display:flex;justify-content:space-between;gap:24px;padding:{r.choice([1, 2, 4])}px 0"><span>{w(short(style))}</span><span style="{own};color:{css(r.choice([fg, fg, accent]))}">{w(say(st, 70))}</span></div>' for _ in range(n)) + '</div>'); lines += n * 1.1
            elif k < .6:
                n, m = r.randint(2, 8), r.randint(2, 5); line = r.choice(['none', f'1px solid {css(soft)}', f'1px solid {css(accent)}'])
                out.append(f'<table style="border-collapse:collapse;width:100%">' + ''.join('<tr>' + ''.join(f'<td style="border-bottom:{line};padding:{r.choice([2, 4])}px {r.choice([4, 12])}px;{r.choice(["", "text-align:right"])}">{w(self.texts.num() if r.random() < .3 and self.covered("€", style) else short(style))}</td>' for _ in range(m)) + '</tr>' for _ in range(n)) + '</table>'); lines += n * 1.3
            elif k < .8:
                n = r.randint(3, 12); many = r.random() < .3
                def coloured(t): return ' '.join(f'<span style="color:{css(ink(paper, 60))}">{w(x)}</span>' if r.random() < .3 else w(x) for x in t.split(' ')) if many else w(t)
                out.append(f'<pre style="margin:.3em 0;{codes};font-size:{r.choice([.85, .9, 1, 1])}em;line-height:{r.uniform(1.1, 1.7):.2f};{dim}background:{css(soft if r.random() < .4 else paper)};white-space:{r.choice(["pre", "pre-wrap"])};overflow-wrap:anywhere">' + '\n'.join((f'{i + 1:3d}  ' if many else '') + '    ' * r.randint(0, 2) * many + coloured(self.long(code)) for i in range(n)) + '</pre>'); lines += n
            elif k < .88: n = r.randint(2, 6); b = r.choice('•–-→▸✓✗✕★◦·'); b = b if self.covered(b, style) else '•'; out.append(''.join(f'<div style="padding:2px 0 2px {r.choice([0, 8, 20])}px">{b if r.random() < .9 else r.choice("✓✗×→•–—")} {w(short(style))}</div>' for _ in range(n))); lines += n * 1.1
            elif k < .95: fill = r.choice([accent, soft, paper]); on = ink(fill, 90); out.append('<div>' + ''.join(f'<span style="display:inline-block;margin:3px 8px 3px 0;padding:{r.choice([2, 4, 6])}px {r.choice([6, 10, 14])}px;background:{css(fill)};color:{css(on)};border-radius:{r.choice([0, 3, 6, 16])}px;border:{r.choice([0, 1])}px solid {css(accent)}">{w(short(style)[:24].strip() or "OK")}</span>' for _ in range(r.randint(1, 4))) + '</div>'); lines += 2.2
            else: ground = soft; on = ink(ground, 90); out.append(f'<div style="background:{css(ground)};color:{css(on)};padding:8px 12px;border-radius:8px;margin:.4em 0">' + ''.join(f'<div>{w(say(style, 90))}</div>' for _ in range(r.randint(1, 4))) + '</div>'); lines += 3
        look = f'margin:0;padding:{r.randint(0, 24)}px {r.randint(0, 24)}px;box-sizing:border-box;width:{width}px;background:{css(paper)};color:{css(fg)};font:{px}px/1.5 {family};font-weight:{r.choice([400] * 8 + [700])};letter-spacing:{r.choice([0] * 12 + [.02, .05, -.01])}em;font-feature-settings:{r.choice(["normal"] * 9 + [chr(34) + "zero" + chr(34), chr(34) + "tnum" + chr(34), chr(34) + "liga" + chr(34) + " 0"])};-webkit-font-smoothing:auto'
        return ''.join(out), look, width, height, scale, px

    # ---- lines of it
    def joined(self, pieces):
        """Pieces on one base line that stand near each other are one line, as the detector sees it."""
        rows = []
        for p in sorted(pieces, key=lambda p: (round(p[7]), p[1])):
            row = rows[-1] if rows else None; last = row[-1] if row else None
            if last and abs(p[7] - last[7]) < 1.5 and -1 < p[1] - last[2] < max(p[8], last[8]) * .9: row.append(p)
            else: rows.append([p])
        for row in rows:
            text, cuts, size = '', [], max(p[8] for p in row)
            for i, p in enumerate(row):
                if i and p[1] - row[i - 1][2] > size * .12 and not text.endswith(' ') and not p[0].startswith(' '): text += ' '
                cuts += [(len(text) + at, x) for at, x in p[9]]; text += p[0]
            yield text, cuts, min(p[3] for p in row), max(p[4] for p in row), min(p[5] for p in row), max(p[6] for p in row), row[0][7], size

    def __iter__(self):
        r = self.r; out = self.buffer
        while True:
            try:
                if self.browser is None or self.count % PAGES == 0:
                    if self.browser: self.browser.close()
                    self.browser = None; self.open()
                self.count += 1; page, look, width, height, scale, px = self.page()
                self.browser.call('Emulation.setDeviceMetricsOverride', self.tab, width=width, height=height, deviceScaleFactor=scale, mobile=False)
                found = self.browser.run(self.tab, f'screens.show({json.dumps(page)}, {json.dumps(look)})'); picture = self.browser.picture(self.tab)
            except Exception as error:
                print('screens', repr(error)[:200], flush=True)
                if self.browser: self.browser.close()
                self.browser = None; self.count += 1; continue
            picture, zoom = self.damaged(picture, px * scale); z = scale * zoom; h, w = picture.shape[:2]; page = np.ascontiguousarray(picture)
            for text, cuts, x0, x1, y0, y1, base, size in self.joined(found):
                x0, x1, y0, y1, base, size = (v * z for v in (x0, x1, y0, y1, base, size))
                if y1 > h or x1 > w or x0 < 0 or y0 < 0 or size < 6: continue
                whole = [(0, x0), *[(at, x * z) for at, x in cuts], (len(text), x1)]; spans = [(0, len(whole) - 1)]
                if len(whole) > 3 and r.random() < .3: a = r.randrange(len(whole) - 1); spans = [(a, r.randint(a + 1, len(whole) - 1))]
                elif (x1 - x0) / size > 36: m = len(whole) // 2; spans = [(0, m), (m, len(whole) - 1)]
                for a, b in spans:
                    (i, l), (j, e) = whole[a], whole[b]; label = clean(text[i:j]); near = size * .25
                    if not label: continue
                    top, bottom = (base - size * r.uniform(.7, .8), base + size * r.uniform(0, .24)) if r.random() < .5 else (y0, y1)
                    if r.random() < .94: top, bottom = min(top, y0 + size * .05), max(bottom, y1 - size * .05)
                    tall = bottom - top
                    if tall < size * .45: c, g = (top + bottom) / 2, size * r.uniform(.25, .5); top, bottom, tall = c - g, c + g, 2 * g
                    top -= tall * r.uniform(0, .38); bottom += tall * r.uniform(0, .38)
                    left = l - size * r.uniform(-.02, .5) if a == 0 else l + size * r.uniform(.02, .16); right = e + size * r.uniform(-.02, .5) if b == len(whole) - 1 else e + size * r.uniform(0, .12)
                    n = self.c.cut_line(page.ctypes.data, w, h, round(left), round(top), round(right), round(bottom), r.uniform(.85, 1.2) if r.random() < .08 else 1., out.ctypes.data, WIDEST)
                    if not n: continue
                    code = encode(label)
                    if len(code) + sum(p == q for p, q in zip(code, code[1:])) > n // 4: continue
                    yield out[:HEIGHT * n * 3].reshape(HEIGHT, n, 3).copy(), code, label

    def damaged(self, picture, px):
        """The page as it is, or shrunk, as a JPEG, or blurred a little; and how large it is now."""
        r = self.r; image = Image.fromarray(picture); zoom = 1.
        if r.random() < .25:
            z = r.choice([.7, .7, r.uniform(.55, .95), r.uniform(1.1, 1.5)]); z = max(z, 6.5 / px) if z < 1 else z
            if z < 1 or px < 20: image = image.resize((max(8, round(image.width * z)), max(8, round(image.height * z))), r.choice(RESAMPLE)); zoom = image.width / picture.shape[1]
        if r.random() < .25: q = r.choice([30, r.randint(22, 60), r.randint(50, 90)]); q = max(q, 45) if px * zoom < 10 else q; held = io.BytesIO(); image.save(held, 'JPEG', quality=q, subsampling=r.choice([0, 2, 2])); image = Image.open(held).convert('RGB')
        elif r.random() < .04: image = image.filter(ImageFilter.GaussianBlur(r.uniform(.2, .6)))
        return np.asarray(image), zoom

def points(c, face):
    held = (ctypes.c_uint32 * 8192)(); return list(held[:c.coverage(face, held, 8192)])

if __name__ == '__main__':  # screens.py PACK PROGRAM OUT COUNT: some lines as a picture to look at, and how many a second
    import time
    folder, program, out, count = sys.argv[1:5]; began = time.time(); rows = []
    for image, label, text in Screens(folder, int(os.environ.get('SEED', '1')), program):
        rows.append((image, text))
        if len(rows) >= int(count): break
    print(len(rows) / (time.time() - began), 'lines a second')
    sheet = np.full((34 * len(rows[:60]), 1540, 3), 120, np.uint8)
    for i, (image, text) in enumerate(rows[-60:]): sheet[i * 34:i * 34 + 32, :image.shape[1]] = image; print(i, text)
    Image.fromarray(sheet).save(out)
