"""The characters that the reader tells apart, one class each. Class 0 is "nothing", the last one a space."""
import unicodedata
ASCII = ''.join(chr(c) for c in range(33, 127))
PICTURE = '\ufffc'  # an emoji or an icon: told as one, never as letters
SIGNS = '¡¢£¤¥§©ª«¬®°±²³´µ¶·¸¹º»¼½¾¿×÷€₹₽₺₩₿₫₴₪₦–—―‘’‚“”„†‡•‣…‰′″‹›⁄™ℓ№℃←↑→↓↔↕↖↗↘↙↦↩↪↳↵⇄⇐⇒⇔⇧⇥⇪⌘⌥⌃⌫⌦⎋⏎␣'
MATHS = '∂∏∑−∓√∞∫∮≈≠≡≤≥≪≫≅≃∼∝∈∉∋∀∃∄∧∨∅⊂⊃⊆⊇∪∩∖∘∙⋅⊕⊗⊢⊨⊥∥∠∇∴∵ℝℕℤℚℂ⌈⌉⌊⌋⟨⟩‖⁰⁴⁵⁶⁷⁸⁹⁺⁻ⁿ₀₁₂₃₄₅₆₇₈₉₊₋ₙᵢⱼ'
SHAPES = '■□▪▫▬▲△▴▶▷▸▹►▼▽▾▿◀◁◂◃◆◇◉◎○●◌◦◯★☆☐☑☒☰♠♣♥♦♪♫⚠⚙⚡✓✔✕✖✗✘✦✱❌❮❯➜➤⋮⋯⏵⏸⏹'.replace('❌', '')
BOXES = '─━│┃┄┆┌┏┐┓└┗┘┛├┣┤┫┬┳┴┻┼╋═║╔╗╚╝╠╣╦╩╬╭╮╯╰▀▄█▌▐░▒▓▁▂▃▅▆▇'
LATIN = ''.join(chr(c) for c in [*range(0xC0, 0xD7), *range(0xD8, 0xF7), *range(0xF8, 0x180)]) + 'ȘșȚțƏəƠơƯưƒǍǎǐǒǔẀẁẂẃẄẅẞỲỳ' + ''.join(chr(c) for c in range(0x1EA0, 0x1EFA))
GREEK = ''.join(chr(c) for c in range(0x386, 0x3CF) if unicodedata.category(chr(c))[0] == 'L') + 'ϕϵϑ'
CYRILLIC = ''.join(chr(c) for c in range(0x400, 0x460)) + 'ҐґҒғҚқҢңҮүҰұҺһӘәӨө'
CHARS = ''.join(dict.fromkeys(ASCII + SIGNS + MATHS + SHAPES + BOXES + LATIN + GREEK + CYRILLIC + PICTURE))
# Characters that no picture tells apart are one class.
SAME = {'\u00a0': ' ', '\u2002': ' ', '\u2003': ' ', '\u2009': ' ', '\u202f': ' ', '\u3000': ' ', '\u2011': '-', '\u2010': '-', '\u00ad': '', '\u200b': '', '\u200d': '', '\ufe0f': '', '\ufe0e': '', 'ʼ': '’', '∆': 'Δ', 'Ω': 'Ω', 'μ': 'µ', '\u2215': '/', '⁄': '/', '∕': '/', '·': '·', '‧': '·', '∗': '*', '￼': PICTURE, 'Ǆ': '', 'ﬁ': 'fi', 'ﬂ': 'fl', '❘': '|', '◻': '□', '◼': '■', '⬤': '●', '\u2028': ' '}
CLASS = {c: i + 1 for i, c in enumerate(CHARS)}
SPACE = len(CHARS) + 1
CLASSES = len(CHARS) + 2

def emoji(c):
    o = ord(c)
    return 0x1F000 <= o <= 0x1FAFF or (0x2300 <= o <= 0x2BFF and c not in CLASS)

def clean(text):
    """In the reader's alphabet, with single spaces; other characters are left out, emoji become one picture."""
    text = unicodedata.normalize('NFC', text)
    text = ''.join(PICTURE if emoji(c) else SAME.get(c, c) for c in text)
    return ' '.join(''.join(c for c in text if c == ' ' or c in CLASS).split())

def encode(text):
    return [SPACE if c == ' ' else CLASS[c] for c in text]
