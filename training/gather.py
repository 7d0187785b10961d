"""Gathers what lines are drawn from: fonts and texts out of unpacked npm packages, into one folder that travels to the training machine.

gather.py PACKAGES_OF_FONTS PACKAGES_OF_TEXTS NODE_MODULES OUT
Every package here is under OFL, Apache-2.0, MIT, BSD, ISC or Unicode-3.0; OUT/sources.tsv lists name, version and licence of each."""
import gzip, json, os, random, re, shutil, sys
fonts_from, texts_from, modules, out = sys.argv[1:5]
HELD_OUT = {'cabin', 'oxygen', 'caladea', 'martian-mono', 'commit-mono', 'figtree', 'gelasio', 'sometype-mono', 'hanken-grotesk', 'zilla-slab', 'oxygen-mono', 'b612-mono'}
MONO = re.compile(r'mono|code|cousine|hack|inconsolata|courier|vt323|lekton|sono|coding')
SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese', 'math', 'symbols']
FALLBACK = ['noto-sans-math', 'noto-sans-symbols', 'noto-sans-symbols-2']
ICONS = ['material-icons/iconfont/material-icons.woff2', 'material-icons/iconfont/material-icons-outlined.woff2', '_fortawesome_fontawesome-free/webfonts/fa-solid-900.woff2', '_fortawesome_fontawesome-free/webfonts/fa-regular-400.woff2',
         '_fortawesome_fontawesome-free/webfonts/fa-brands-400.woff2', 'boxicons/fonts/boxicons.woff2', '_tabler_icons-webfont/dist/fonts/tabler-icons.woff2', 'remixicon/fonts/remixicon.woff2', 'bootstrap-icons/font/fonts/bootstrap-icons.woff2',
         'primeicons/fonts/primeicons.woff2', '_vscode_codicons/dist/codicon.ttf']
PERMISSIVE = re.compile(r'^\(?(MIT|ISC|BSD|Apache|OFL|0BSD|Unicode|CC0|BlueOak|Unlicense|CC-BY-4|MIT-0)', re.I)
sources = []

def package(folder):
    try: p = json.load(open(f'{folder}/package.json', encoding='utf8'))
    except Exception: return None
    licence = p.get('license') or ('MIT' if 'MIT-licensed' in p.get('description', '') else '')
    if isinstance(licence, dict): licence = licence.get('type', '')
    if 'GPL' in licence and ' OR ' not in licence: return None
    return (p.get('name', ''), p.get('version', ''), licence) if PERMISSIVE.match(licence) else None

def fonts():
    os.makedirs(f'{out}/fonts', exist_ok=True)
    table = []
    for d in sorted(os.listdir(fonts_from)):
        p = package(f'{fonts_from}/{d}')
        if not p: print('left out', d); continue
        family = p[0].split('/')[1]; files = set(os.listdir(f'{fonts_from}/{d}/files')); sources.append((*p, 'font'))
        if family == 'noto-color-emoji': continue # COLRv1, which FreeType does not draw: the bitmaps of Debian's package instead
        if family == 'noto-emoji':
            for f in sorted(files):
                if f == 'noto-emoji-emoji-400-normal.woff2': table.append({'family': family, 'role': 'picture', 'files': [f]}); shutil.copy(f'{fonts_from}/{d}/files/{f}', f'{out}/fonts/{f}')
            continue
        styles = ['400-normal', '700-normal', '400-italic'] + (['300-normal', '600-normal'] if hash_of(family) % 3 == 0 else ['500-normal'] if hash_of(family) % 3 == 1 else [])
        for style in styles:
            chain = [f'{family}-{s}-{style}.woff2' for s in SUBSETS if f'{family}-{s}-{style}.woff2' in files]
            if family in FALLBACK: chain = [f for f in sorted(files) if f.endswith('-400-normal.woff2')] if style == '400-normal' else []
            if not chain: continue
            for f in chain: shutil.copy(f'{fonts_from}/{d}/files/{f}', f'{out}/fonts/{f}')
            table.append({'family': family, 'style': style, 'role': 'fallback' if family in FALLBACK else 'held-out' if family in HELD_OUT else 'mono' if MONO.search(family) else 'text', 'files': chain})
    for i in ICONS:
        src = f'{texts_from}/{i}'
        if not os.path.exists(src): print('no', i); continue
        name = i.split('/')[0].strip('_') + '-' + os.path.basename(i); shutil.copy(src, f'{out}/fonts/{name}'); table.append({'family': name, 'role': 'picture', 'files': [name]})
    colour = f'{fonts_from}/../emoji-colour.ttf' # 700 characters of Debian's fonts-noto-color-emoji (OFL), cut out with fontTools
    if os.path.exists(colour): shutil.copy(colour, f'{out}/fonts/emoji-colour.ttf'); table.append({'family': 'noto-color-emoji', 'role': 'picture', 'files': ['emoji-colour.ttf']}); sources.append(('fonts-noto-color-emoji (Debian)', '2.042', 'OFL-1.1', 'font'))
    sources.append(('fonts-dejavu (Debian)', '2.37', 'Bitstream Vera, Arev and public domain', 'font'))
    for f in ('DejaVuSans.ttf', 'DejaVuSansMono.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSansMono-Bold.ttf', 'DejaVuSerif.ttf'):
        src = f'/usr/share/fonts/truetype/dejavu/{f}'
        if os.path.exists(src): shutil.copy(src, f'{out}/fonts/{f}'); table.append({'family': 'dejavu', 'style': f, 'role': 'mono' if 'Mono' in f else 'text', 'files': [f]})
    json.dump(table, open(f'{out}/fonts.json', 'w'), indent=0)
    print(len(table), 'styles', sum(os.path.getsize(f'{out}/fonts/{f}') for f in os.listdir(f'{out}/fonts')) / 1e6, 'MB')

def hash_of(s): return sum((i + 1) * ord(c) for i, c in enumerate(s))

LITERAL = re.compile(r"""(['"`])((?:\\.|(?!\1)[^\\\n])*)\1""")
TAG = re.compile(r'<[^>]{1,80}>|\{\{?[^{}]{0,60}\}?\}|%\{?\w+\}?|\\[nrtu]\w*|&\w+;')
def said(text): return ' '.join(TAG.sub(' ', text).split())
def literals(path):
    for _, s in LITERAL.findall(open(path, encoding='utf8', errors='ignore').read()):
        s = said(s.encode().decode('unicode_escape', 'ignore') if '\\u' in s and s.isascii() else s)
        if len(s) > 1: yield s
def values(node):
    if isinstance(node, str): yield said(node)
    elif isinstance(node, dict):
        for v in node.values(): yield from values(v)
    elif isinstance(node, list):
        for v in node: yield from values(v)

LANGUAGES = set('cs da de el en es et fi fr hr hu it lt lv nb nl no pl pt ro ru sk sl sr sv tr uk vi bg ca eu gl is ga kk mk be az bs sq mt cy af id ms sw fil pt-br'.split())
def language(name):
    m = re.match(r'^(?:rs-|locale-)?([a-z]{2,3})(?:[-_]([A-Za-z]{2,4}))?(?:$|[.-])', name); return m.group(1) if m and m.group(1) in LANGUAGES else None

def texts():
    r = random.Random(1); by = {}
    def put(lang, it):
        by.setdefault(lang, set()).update(s for s in it if 1 < len(s) < 220)
    for d in sorted(os.listdir(texts_from)):
        p = package(f'{texts_from}/{d}')
        if not p: print('left out', d); continue
        sources.append((*p, 'text or icons')) ; base = f'{texts_from}/{d}'
        if d.startswith('_codingame'):
            lang = d.split('pack-')[1][:2]
            for root, dirs, files in os.walk(f'{base}/translations'):
                for f in files:
                    if f.endswith('.json'): put(lang, values(json.load(open(f'{root}/{f}', encoding='utf8'))))
                    else: put(lang, literals(f'{root}/{f}'))
        elif d.startswith('an-array'):
            lang = {'french': 'fr', 'spanish': 'es', 'english': 'en', 'german': 'de'}[d.split('-')[3]]
            for f in os.listdir(base):
                if f.endswith('.json') and f != 'package.json':
                    words = [w for w in json.load(open(f'{base}/{f}', encoding='utf8')) if isinstance(w, str)]; r.shuffle(words); put(lang, words[:12000])
        elif d.startswith('cldr'):
            for lang in os.listdir(f'{base}/main') if os.path.isdir(f'{base}/main') else []:
                if lang.split('-')[0] in LANGUAGES and len(lang) < 6:
                    for f in os.listdir(f'{base}/main/{lang}'):
                        if f.endswith('.json'): put(lang.split('-')[0], values(json.load(open(f'{base}/main/{lang}/{f}', encoding='utf8'))))
        else:
            for root, dirs, files in os.walk(base):
                if not re.search(r'local|lang|l10n|i18n|translations?$|dist', root): 
                    if root != base and root.count('/') > base.count('/') + 2: continue
                for f in files:
                    lang = language(f)
                    if not lang: lang = language(os.path.basename(root))
                    if lang and f.endswith('.json'):
                        try: put(lang, values(json.load(open(f'{root}/{f}', encoding='utf8'))))
                        except Exception: pass
                    elif lang and re.search(r'(?<!\.d)\.(m?js|ts)$', f) and os.path.getsize(f'{root}/{f}') < 4e5: put(lang, literals(f'{root}/{f}'))
    def plain(s, lang):
        if re.search(r'[\u0590-\u08ff\u0900-\u1cff\u2e80-\uabff\uac00-\ud7ff]', s) or s.count('\ufffd'): return False
        return lang == 'en' or bool(re.search(r'\s', s)) or not re.fullmatch(r'[a-zA-Z_]+[a-z][A-Z]\w*', s)
    lines = {k: sorted(s for s in v if plain(s, k)) for k, v in by.items()}
    code, prose = [], []
    packs = [f'{modules}/{d}' if not d.startswith('@') else f'{modules}/{d}/{e}' for d in sorted(os.listdir(modules)) if not d.startswith('.') for e in (sorted(os.listdir(f'{modules}/{d}')) if d.startswith('@') else [''])]
    packs += [f'{texts_from}/{d}' for d in ('typescript', 'lodash', 'express', 'three')]
    for base in packs:
        p = package(base)
        if not p or 'percept' in p[0]: continue
        sources.append((*p, 'code and documentation')); got = 0
        for root, dirs, files in os.walk(base):
            dirs[:] = [x for x in dirs if x != 'node_modules']
            r.shuffle(files)
            for f in files:
                path = f'{root}/{f}'
                if not re.search(r'\.(ts|tsx|js|mjs|css|json|md|py|c|h|rs|ya?ml|sh|html)$', f) or os.path.getsize(path) > 3e5 or got > 500: continue
                text = open(path, encoding='utf8', errors='ignore').read().split('\n')
                if max(map(len, text), default=0) > 2000: continue
                some = [l.strip() for l in text if 1 < len(l.strip()) < 200]; r.shuffle(some); some = some[:70]; got += len(some)
                (prose if f.endswith('.md') else code).extend(some)
    r.shuffle(code); r.shuffle(prose)
    code, prose = list(dict.fromkeys(code))[:70000], list(dict.fromkeys(prose))[:30000]
    ui = {k: r.sample(v, min(len(v), 9000 if k != 'en' else 14000)) for k, v in lines.items() if len(v) > 150}
    print({k: len(v) for k, v in ui.items()}, len(code), len(prose))
    with gzip.open(f'{out}/texts.json.gz', 'wt', encoding='utf8') as f: json.dump({'ui': ui, 'code': code, 'prose': prose}, f, ensure_ascii=False)
    print('texts', os.path.getsize(f'{out}/texts.json.gz') / 1e6, 'MB')

fonts(); texts()
with open(f'{out}/sources.tsv', 'w', encoding='utf8') as f:
    for s in sorted(set(sources)): f.write('\t'.join(s) + '\n')
