"""What screens say: interface texts in many languages, code, documentation, and strings that nobody can guess from context."""
import base64, gzip, json, random, string
from alphabet import *
VIETNAMESE = 'àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ'
LIGATURES = 'cœur sœur œuvre œil nœud vœux manœuvre œufs bœuf chœur mœurs Œuvre cœurs fœtus œuvres'.split()

class Texts:
    def __init__(self, folder, rng):
        self.r = rng
        t = json.load(gzip.open(f'{folder}/texts.json.gz', 'rt', encoding='utf8'))
        self.code, self.prose, self.ui = t['code'], t['prose'], t['ui']
        self.languages = list(self.ui)
        weight = {'en': 20, 'de': 6, 'fr': 9, 'es': 5, 'it': 6, 'pl': 5, 'cs': 5, 'pt': 6, 'tr': 5, 'vi': 11, 'el': 4, 'ru': 4, 'uk': 1.5, 'bg': .6, 'be': .4, 'kk': .4, 'mk': .4, 'sr': .5, 'nl': 2, 'sv': 3, 'da': 2, 'hu': 7, 'ro': 5, 'sk': 2}
        self.weights = [weight.get(k, 1) for k in self.languages]
        for k in self.languages: self.ui[k] = [s for s in self.ui[k] if sum(c in CLASS or c == ' ' for c in s) > len(s) * .9]
        self.ui['ro'] = [s.translate(str.maketrans('şţŞŢ', 'șțȘȚ')) for s in self.ui['ro']]
        self.vocabulary = {k: [w for l in v for w in l.split() if len(w) < 22 and any(c.isalpha() for c in w) and (k in ('en', 'id') or len(w) < 4 or not w.isascii() or self.r.random() < .6)] for k, v in self.ui.items()}
        self.words = [w for l in self.prose + self.ui['en'] for w in l.split() if w.isalpha() and w.isascii() and len(w) > 1]
        rare = [k for k in self.languages if k != 'en']
        self.accented = [w for k in rare for l in self.ui[k] for w in l.split() if len(w) > 2 and not w.isascii() and not any(0x370 <= ord(c) < 0x530 for c in w)]

    def hexa(self, n, up=False):
        t = '%0*x' % (n, self.r.getrandbits(4 * n)); return t.upper() if up else t
    def token(self, n, pool=string.ascii_letters + string.digits): return ''.join(self.r.choices(pool, k=n))
    def word(self):
        w = self.r.choice(self.words); k = self.r.random()
        return w if k < .6 else w.lower() if k < .78 else w.upper() if k < .9 else w.capitalize()
    def num(self):
        r = self.r; k = r.random()
        if k < .28: return str(r.randint(0, 10 ** r.randint(1, 9)))
        if k < .46: return f'{r.uniform(0, 10 ** r.randint(0, 6)):,.{r.randint(0, 3)}f}'
        if k < .56: return f'{r.uniform(0, 10 ** r.randint(1, 6)):,.{r.randint(0, 2)}f}'.translate(str.maketrans(',.', '.,'))
        if k < .66: return f'{r.choice("-+−±")}{r.uniform(0, 1000):.{r.randint(0, 2)}f}{r.choice(["", "%", " %", "‰"])}'
        if k < .8: return self.price()
        if k < .9: return f'{r.uniform(0, 1000):.{r.randint(0, 1)}f}{r.choice(["", " "])}{r.choice(["KB", "MB", "GB", "TB", "ms", "s", "px", "kg", "km", "°C", "°F", "%", "KiB", "MiB", "GiB", "rpm", "fps", "Hz", "kWh", "min", "h", "µs", "dB", "m²", "km/h", "x", "k", "M"])}'
        return f'{r.randint(0, 99):02d}:{r.randint(0, 59):02d}' + (f':{r.randint(0, 59):02d}' if r.random() < .5 else '')
    def price(self):
        r = self.r; v = f'{r.uniform(0, 10 ** r.randint(1, 5)):,.{r.choice([0, 2, 2])}f}'; c = r.choice('$$€€€£££¥₹₽₺₩₿₫₴')
        return c + v if r.random() < .6 else v.translate(str.maketrans(',.', '.,')) + r.choice(['', ' ']) + r.choice([c, 'EUR', 'USD', 'zł', 'Kč', 'kr', 'Ft', 'лв'])
    def ident(self):
        r = self.r; k = r.random(); w = [r.choice(self.words).lower() for _ in range(r.randint(1, 4))]
        if k < .25: return w[0] + ''.join(x.capitalize() for x in w[1:])
        if k < .43: return '_'.join(w)
        if k < .47: return '__' + w[0] + r.choice(['__', ''])
        if k < .5: return '_' + w[0]
        if k < .6: return '-'.join(w)
        if k < .7: return '_'.join(w).upper()
        if k < .85: return ''.join(x.capitalize() for x in w)
        return '.'.join(w)
    def made_up(self):
        r = self.r; k = r.randint(0, 47)
        if k == 0: return '-'.join(self.hexa(n) for n in (8, 4, 4, 4, 12))
        if k in (1, 2): return self.hexa(r.choice([6, 7, 7, 8, 10, 12, 16, 32, 40, 64]), r.random() < .2)
        if k in (3, 4): return self.token(r.randint(8, 70), string.ascii_letters + string.digits + '+/') + r.choice(['', '=', '=='])
        if k == 5: return f'{r.choice(["http", "https", "https", "ws", "ftp", "file"])}://{r.choice(["www.", "api.", "", "docs."])}{self.word().lower()}.{r.choice(["com", "org", "io", "dev", "de", "net", "co.uk"])}/' + '/'.join(self.ident() for _ in range(r.randint(0, 4))) + (f'?{self.ident()}={self.num()}&{self.word()}={self.token(6)}' if r.random() < .4 else '')
        if k == 6: return '.'.join(str(r.randint(0, 255)) for _ in range(4)) + r.choice(['', f':{r.randint(1, 65535)}', f'/{r.randint(8, 32)}'])
        if k == 7: return f'{r.choice(["", "v", "^", "~", ">="])}{r.randint(0, 30)}.{r.randint(0, 40)}.{r.randint(0, 99)}' + r.choice(['', '', '-beta.1', '-rc.2', '-alpha', '+build.7', '-SNAPSHOT'])
        if k in (8, 9): return r.choice(['/', '~/', './', '../', 'C:\\', 'D:\\', '/var/lib/', '/usr/']) + r.choice(['/', '/', '\\']).join(r.choice([self.ident(), self.ident(), self.hexa(8), self.token(12)]) for _ in range(r.randint(1, 5))) + r.choice(['', '.ts', '.js', '.json', '.py', '.md', '.png', '.log', '.tsx', ':%d:%d' % (r.randint(1, 900), r.randint(1, 80))])
        if k == 10: return f'{self.word().lower()}{r.choice([".", "_", "", "+"])}{self.word().lower()}@{self.word().lower()}.{r.choice(["com", "org", "net", "io"])}'
        if k == 11: return f'{r.randint(1990, 2031)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}' + r.choice(['', f'T{r.randint(0, 23):02d}:{r.randint(0, 59):02d}:{r.randint(0, 59):02d}Z', f' {r.randint(0, 23):02d}:{r.randint(0, 59):02d}:{r.randint(0, 59):02d}.{r.randint(0, 999):03d}'])
        if k == 12: return r.choice([f'{r.randint(1, 28)} {{}} {r.randint(1990, 2031)}', f'{{}} {r.randint(1, 28)}, {r.randint(1990, 2031)}', f'{{}} {r.randint(1, 28)}', f'{{}} {r.randint(1, 28)} {r.randint(0, 23):02d}:{r.randint(0, 59):02d}']).format(r.choice('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Oct Nov Dec January October'.split()))
        if k == 13: return f'{r.choice(["INFO", "WARN", "ERROR", "DEBUG", "TRACE", "FATAL", "INFO"])} ' + r.choice([self.ident(), f'[{self.ident()}]']) + ' ' + self.word() + ' ' + self.num()
        if k == 14: return r.choice(['-rw-r--r--', 'drwxr-xr-x', '-rwxr-xr-x', 'lrwxrwxrwx', '-rw-------', 'drwx------', 'crw-rw-rw-']) + r.choice(['', f' {r.randint(1, 9)} {self.word().lower()} {self.word().lower()} {r.randint(1, 9999999)} ' + self.ident()])
        if k == 15: return ' '.join(self.num() for _ in range(r.randint(1, 6)))
        if k == 16: return self.num()
        if k == 17: return f'{self.ident()}({", ".join(self.ident() for _ in range(r.randint(0, 3)))})' + r.choice([';', '', ' {', ' => {', ':', ' -> ' + self.ident()])
        if k == 18: return r.choice(['--', '-', '--', '/']) + self.ident() + r.choice(['', '=' + self.num(), ' ' + self.ident(), '="' + self.word() + '"'])
        if k == 19: b = r.choice('│|║┃'); return b + ' ' + f' {b} '.join(r.choice([self.word(), self.num()]) for _ in range(r.randint(1, 5))) + r.choice(['', ' ' + b])
        if k == 20: return r.choice('-=_.─═━*~#></|+_-=·•▁█░…') * r.randint(2, 50)
        if k == 21: c = r.choice(['┌┬┐─', '├┼┤─', '└┴┘─', '╔╦╗═', '╠╬╣═', '╚╩╝═', '┏┳┓━', '┣╋┫━', '┗┻┛━', '╭┬╮─', '╰┴╯─', '+++-']); return c[0] + c[1].join(c[3] * r.randint(1, 14) for _ in range(r.randint(1, 4))) + c[2]
        if k in (22, 23): return r.choice('✓✗•→▶▼●○☑☐✔✖★›»·–$>#❯➜◉☒◆■▪◦✕⚠↳▸▾' + PICTURE * 5) + ' ' + r.choice([' '.join(self.word() for _ in range(r.randint(1, 4))), self.ui_line()[:40]])
        if k == 24: return ' '.join(self.ident() for _ in range(r.randint(1, 4)))
        if k == 25: return f'{self.word()} {self.num()} {r.choice("·|/—–-:•")} {self.word()} {self.num()}'
        if k in (26, 27, 28): # look-alikes that only the ink tells apart
            return self.token(r.randint(3, 24), r.choice(['O0oIl1', 'Il1|i!', 'O0oQD', 'S5sZ2z', 'B8G6', 'cCkKvVwWxXzZ', 'rnmnnvvw', '0123456789', '0Oo', "'`´’‘\"“”″", '.,;:·', '-–—−_', 'O0Il15S8B', 'gq9y', 'uvUVY', '({[<>]})', string.ascii_letters + string.digits]))
        if k == 29: return f'{self.word()}: {self.num()}'
        if k == 30: return f'{r.choice(string.ascii_uppercase)}{r.randint(1, 999)}' if r.random() < .5 else f'${r.choice(string.ascii_uppercase)}${r.randint(1, 999)}'
        if k == 31: return 'eyJ' + self.token(r.randint(10, 30)) + '.eyJ' + self.token(r.randint(10, 30), string.ascii_letters + string.digits + '-_')
        if k == 32: return r.choice(['sk-', 'ghp_', 'AKIA', 'xoxb-', 'pk_live_', 'glpat-', 'SG.', 'npm_']) + self.token(r.randint(12, 36))
        if k == 33: return r.choice(['/', '']) + ''.join(r.choice(['^', '$', '\\d+', '\\w*', '[a-z0-9]', '(?:', ')', '.*?', '|', '\\s', '{2,4}', '[^/]+', '\\.', '+', '?', '(?<=', '\\b', 'foo', '[A-Z_]', '\\/']) for _ in range(r.randint(3, 10))) + r.choice(['/g', '/i', '', '/gu'])
        if k == 34: return ':'.join(self.hexa(2, r.random() < .7) for _ in range(6)) if r.random() < .5 else ':'.join(self.hexa(r.choice([1, 2, 4])) for _ in range(r.randint(3, 8))).replace(':0:', '::')
        if k in (35, 36): return self.maths()
        if k == 37: return f' {r.choice(["!==", "===", "==", "!=", "=>", "->", "<=", ">=", "&&", "||", "::", "|>", "<-", "??", "?.", "...", "++", "--", "//", "/*", "*/", "</", "/>", "<>", ":=", "+=", "**", "<!--", "-->", "<<", ">>", "##", "==>", "<=>", "~>", "@"])} '.join(self.ident() if r.random() < .7 else self.num() for _ in range(r.randint(2, 4))).replace(' ', '' if r.random() < .25 else ' ')
        if k == 38: return '+'.join(r.choice(['Ctrl', 'Shift', 'Alt', 'Cmd', 'Win', 'Esc', 'F5', 'Tab', 'K', 'P', '⌘', '⇧', '⌥']) for _ in range(r.randint(2, 3))) if r.random() < .5 else ''.join(r.sample('⌘⇧⌥⌃', r.randint(1, 3))) + r.choice(string.ascii_uppercase + '⏎⌫⎋←→↑↓')
        if k == 39: return r.choice(['+', '-', '+ ', '- ', '@@ ', '> ', '< ']) + r.choice(self.code)
        if k == 40: return f'{r.randint(1, 999)} {r.choice(self.code)}'
        if k == 41: return f'sha256:{self.hexa(64)}' if r.random() < .5 else 'sha512-' + base64.b64encode(r.randbytes(r.randint(16, 64))).decode()
        if k == 42: return '  '.join(self.word() for _ in range(r.randint(2, 5)))
        if k == 43: return f'+{r.randint(1, 99)} {r.randint(10, 999)} {r.randint(100, 9999)} {r.randint(100, 9999)}' if r.random() < .5 else f'({r.randint(100, 999)}) {r.randint(100, 999)}-{r.randint(1000, 9999)}'
        if k == 44: return ' '.join(r.choice([self.word(), PICTURE, r.choice(self.accented)]) for _ in range(r.randint(1, 5)))
        if k == 45: return PICTURE * r.randint(1, 5) if r.random() < .4 else r.choice(['☐', '☑', '◉', '○', '●', '☒']) * 1 + ' ' + r.choice(['', self.ui_line()[:30] + ' ' + r.choice(['☐', '☑', '◉', '○', '']) + ' ' + self.word()])
        if k == 46: return r.choice(string.ascii_letters + string.digits + '#$%&*+-/<=>?@×÷…•·→←✓✕✗▼▾⋮☰○●€£')
        return ' '.join(r.choice(self.accented) for _ in range(r.randint(1, 5)))
    def maths(self):
        r = self.r; v = lambda: r.choice('abcdefghijklmnpqrstuvwxyzABCEFGHNPRSTVXαβγδεζηθκλπρστφχψωΓΔΘΛΞΠΣΦΨΩℝℕℤℚℂ') + r.choice(['', '', '', '₁', '₂', 'ᵢ', '₀', '²', '³', 'ⁿ', '′', '⁻¹', 'ⱼ', '₊', 'ₙ'])
        parts = []
        for _ in range(r.randint(1, 5)): parts += [r.choice(['', '', '√', '∑', '∫', '∂', '∇', '−', '¬', '∀', '∃', '∏', '‖', '|', '(', '⌊', '⟨']) + v() + r.choice(['', '', '', '‖', '|', ')', '⌋', '⟩', '!']), r.choice('=+−×·/≈≠≡≤≥≪≫∈∉⊂⊆∪∩→↦⇒⇔∧∨⊕⊗∝∘<>⊢⊥∥±∼≅')]
        return r.choice([' ', ' ', '']).join(parts[:-1])
    def ui_line(self):
        r = self.r; k = r.choices(self.languages, self.weights)[0]
        t = r.choice(self.ui[k]) if r.random() < .55 else self.sentence(k)
        if "'" in t and r.random() < .6: t = t.replace("'", '’')
        if k == 'vi' and r.random() < .15: t = ''.join(r.choice(VIETNAMESE) if c in VIETNAMESE and r.random() < .3 else c for c in t)
        return t
    def sentence(self, language):
        """Words of one language in the dress of a sentence: long lines, with the marks that stand in them."""
        r = self.r; words = r.choices(self.vocabulary[language], k=r.randint(2, 11))
        if language == 'fr' and r.random() < .2: words[r.randrange(len(words))] = r.choice(LIGATURES)
        if r.random() < .12: i = r.randrange(len(words)); a, b = r.choice(['«»', '“”', '„“', '‘’', '""', '‹›', '()']); gap = ' ' if a == '«' and r.random() < .6 else ''; words[i] = a + gap + words[i] + gap + b
        if r.random() < .5: words = [w.lower() if i and r.random() < .8 else w for i, w in enumerate(words)]
        t = ''.join(w + r.choice([' '] * 12 + [', ', ', ', '; ', ': ', ' – ', ' — ', '. ', ' · ', '-']) for w in words).rstrip(' ,;:–—·-')
        return t[:1].upper() + t[1:] + r.choice(['', '.', '.', '.', '?', '!', ':', '…'])
    def offer(self):
        """A thing and what it costs, as price lists and tables have it."""
        r = self.r; v = r.randint(100, 10 ** r.randint(3, 7)) / 100; p = f'{v:,.2f}'; q = p.translate(str.maketrans(',.', r.choice(['.,', ' ,', '’.', ' .']))); c = r.choice('€€€£££$$$¥¥₹₺₫')
        p = r.choice([c + p, c + p, p + ' ' + c, q + ' ' + c, c + ' ' + q, q + ' ' + r.choice(['EUR', 'USD', 'zł', 'Kč', 'kr', 'Ft', 'lei', 'TL', 'đ'])]); k = r.random()
        if k < .4: return p
        if k < .6: return self.ui_line()[:40] + ' ' + r.choice('✓×→•–✓×→—✗★✕+') + r.choice(['', ' ' + p])
        if k < .8: return f'{r.randint(1, 99999)} {p}' + r.choice(['', f' {r.uniform(0, 100):.1f} %', f' {r.uniform(0, 100):.1f}%'])
        return r.choice([f'{r.uniform(0, 100):.1f} %', f'{r.uniform(0, 100):.1f}%', f'{r.randint(1, 99999)}', f'{r.uniform(0, 100):.{r.randint(1, 3)}f}', f'-{p}', f'{p} / {self.word().lower()}'])
    def marks(self):
        """Marks that look alike in many fonts, where nothing around them tells which one it is."""
        r = self.r; k = r.random()
        if k < .3: # brackets: code whose pairs are others now
            t = r.choice(self.code) if r.random() < .5 else f'{self.ident()}{r.choice(["", " "])}({self.ident()}[{self.num()}], {{ {self.ident()}: ({self.word()}) }}){r.choice(["", ";", " {", " => {", ":", " -> None:", " || [" + self.word() + "]"])}'
            if not any(c in '()[]{}' for c in t): t = r.choice(['({})', '[{}]', '{{{}}}', '![{}] ({})', '(({}))', '[({})]', '({})[{}]']).format(t[:30], self.ident())
            if r.random() < .6: t = ''.join(r.choice('([{') if c in '([{' and r.random() < .5 else r.choice(')]}') if c in ')]}' and r.random() < .5 else c for c in t)
            a = r.randint(0, max(0, len(t) - 8)); return t[a:a + r.randint(4, 70)] if r.random() < .5 else t[:90]
        if k < .52: # dashes and what stands where they stand
            d = r.choice('–––———---−•·×→✓✓✗v*+')
            return r.choice([lambda: self.ui_line()[:50].rstrip(' .,') + ' ' + d, lambda: self.ui_line()[:40] + f' {d} ' + self.word(), lambda: f'{r.randint(1, 2030)}{d}{r.randint(1, 2030)}', lambda: d + ' ' + self.ui_line()[:40], lambda: self.word() + d + self.word(), lambda: f'{self.word()} {r.randint(1, 99)}{d}{r.randint(1, 99)} {self.word()}'])()
        if k < .7: # quotes and apostrophes, straight or bent
            t = self.ui_line()[:70]; a, b = r.choice(['""', '“”', "''", '‘’', '„“', '«»', '``', '""', '“”']); w = t.split(' '); i = r.randrange(len(w)); w[i] = a + w[i] + b; t = ' '.join(w)
            q = r.choice("'’'’'’`´′‘"); return t.replace("'", q).replace('’', q) if r.random() < .7 else f'{self.word()}{q}{r.choice(["s", "t", "re", "ll", self.word().lower()])} {self.word().lower()}'
        if k < .88: # identifiers in which a zero, an O, an I, an l and a 1 are as likely as any
            pool = string.ascii_letters + string.digits + r.choice(['', '00OOoolI1', '0O0O0O', 'IIll11jJi'])
            return r.choice([lambda: self.token(r.randint(6, 40), pool), lambda: r.choice(['eyJ', 'sk-', 'ghp_', 'AKIA', 'npm_', 'id=', 'key ']) + self.token(r.randint(10, 32), pool), lambda: '/' + '/'.join(self.token(r.randint(3, 9), pool) for _ in range(r.randint(1, 4))) + r.choice(['.ts', '.json', '.log', '']), lambda: f'https://{self.word().lower()}.{r.choice(["com", "org", "io"])}/{self.token(6, pool)}?q={self.token(5, pool)}', lambda: self.token(17, pool) + '.' + self.token(22, pool)])()
        n = lambda: str(r.randint(0, 10 ** r.randint(1, 4))); c = r.choice('€£$¥₹')
        return r.choice([lambda: r.choice('.,-:·').join(n() for _ in range(r.randint(2, 5))), lambda: f'{c}{n()}{r.choice(",.:-")}{r.randint(0, 999):03d}{r.choice(".,-:")}{r.randint(0, 99):02d}', lambda: f'{n()}{r.choice(".,:-")}{n()} {r.choice(["%", c, "ms", "px"])}', lambda: '.'.join(str(r.randint(0, 255)) for _ in range(4)) + ':' + n()])()
    def strange(self):
        r = self.r; k = r.random()
        if k < .4: pool = ASCII
        elif k < .52: pool = SIGNS
        elif k < .6: pool = MATHS
        elif k < .66: pool = SHAPES
        elif k < .7: pool = BOXES
        elif k < .86: pool = LATIN
        elif k < .93: pool = GREEK
        else: pool = CYRILLIC
        n = r.randint(1, 14); other = ASCII if pool not in (GREEK, CYRILLIC) else '0123456789.,-'
        t = ''.join(r.choices(pool, k=n)) if r.random() < .6 else ''.join(r.choice(pool if r.random() < .6 else other) for _ in range(n))
        if r.random() < .4 and n > 3: p = r.randint(1, n - 1); t = t[:p] + ' ' + t[p:]
        return t
    def sample(self):
        r = self.r; k = r.random()
        if k < .12: t = r.choice(self.code)
        elif k < .44: t = self.ui_line()
        elif k < .49: t = r.choice(self.prose)
        elif k < .54: t = self.offer()
        elif k < .67: t = self.marks()
        elif k < .95: t = self.made_up()
        else: t = self.strange()
        if k < .49:
            if len(t) > 6 and r.random() < .7:
                n = min(len(t), max(1, int(r.choice([r.expovariate(1 / 12), r.expovariate(1 / 28), r.uniform(20, 110)])))); a = r.randint(0, len(t) - n)
                if r.random() < .7:
                    while a > 0 and t[a - 1] != ' ': a -= 1
                t = t[a:a + n]
            q = r.random()
            if q < .06: t = t.upper()
            elif q < .09: t = t.title()
            if .97 < q: t = r.choice([PICTURE + ' ' + t, t + ' ' + PICTURE])
        return clean(t)
