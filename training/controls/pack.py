"""pack.py FOLDER OUT MEGABYTES: pages.tar and labels.json.gz for the training machine. Flat colours stay as they are; the shades between them, which take most of the
room, are rounded to sixteen steps in pages for training, except while there is room left. Held-out pages stay whole."""
import glob, gzip, hashlib, io, json, os, sys, tarfile
from concurrent.futures import ProcessPoolExecutor
import numpy as np
from PIL import Image

def rounded(path):
    a = np.asarray(Image.open(path).convert('RGB')).astype(np.int32); code = a[..., 0] << 16 | a[..., 1] << 8 | a[..., 2]
    colours, inverse, count = np.unique(code, return_inverse=True, return_counts=True); often = np.zeros(len(colours), bool); often[np.argsort(-count)[:48]] = True
    step = np.round(np.round(a / 17.) * 17).astype(np.uint8); keep = often[inverse].reshape(code.shape)[..., None]
    out = io.BytesIO(); Image.fromarray(np.where(keep, a.astype(np.uint8), step)).save(out, 'webp', lossless=True, quality=60, method=3); return out.getvalue()

def main():
    folder, out, most = sys.argv[1], sys.argv[2], float(sys.argv[3]) * 1e6; os.makedirs(out, exist_ok=True)
    train = sorted(glob.glob(f'{folder}/train-*.webp'), key=lambda p: hashlib.sha1(os.path.basename(p).encode()).hexdigest()); held = sorted(glob.glob(f'{folder}/held-*.webp'))
    with ProcessPoolExecutor(2) as pool: small = list(pool.map(rounded, train, chunksize=8))
    whole = {p: open(p, 'rb').read() for p in held}; total = sum(map(len, whole.values())); chosen = []
    for p, b in zip(train, small):
        if total + len(b) + 1024 > most: break
        chosen.append((p, b)); total += len(b) + 1024
    for i, (p, b) in enumerate(chosen):
        size = os.path.getsize(p)
        if i % 2 == 0 and total + size - len(b) < most: total += size - len(b); chosen[i] = (p, open(p, 'rb').read())
    labels = {}
    with tarfile.open(f'{out}/pages.tar', 'w') as tar:
        for p, b in [*chosen, *whole.items()]:
            name = os.path.basename(p); info = tarfile.TarInfo(name); info.size = len(b); tar.addfile(info, io.BytesIO(b)); found = json.load(open(p[:-5] + '.json')); labels[name[:-5]] = found['truths']
    gzip.open(f'{out}/labels.json.gz', 'wt').write(json.dumps(labels))
    print(len(chosen), 'pages to train,', len(held), 'held out,', os.path.getsize(f'{out}/pages.tar') / 1e6, 'MB')

if __name__ == '__main__': main()
