"""tune_second.py FOLDER START OUT --seconds N: the second network goes on, without a GPU, on pages that candidates.ts drew into FOLDER: for what a run with a GPU got wrong. What it sees in
cut-outs stays as it is and is worked out once; the rest learns. One page in fifteen is kept apart."""
import argparse, math, os, sys, time
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numpy as np, torch, torch.nn as nn
from second import Second, loss_of, pages_in

ap = argparse.ArgumentParser(); [ap.add_argument(name) for name in ('folder', 'start', 'out')]
for name, kind, value in (('seconds', float, 600), ('rate', float, 4e-4), ('pages', int, 16), ('seed', int, 1), ('every', float, 60), ('threads', int, 1)): ap.add_argument('--' + name, type=kind, default=value)

def batch_of(pages):
    """Their things one after the other, and where those of each page stand."""
    n = torch.tensor([len(p['is_']) for p in pages]); first = torch.cumsum(n, 0) - n; at = torch.arange(int(n.max()))[None]
    return [torch.cat([p[k] for p in pages]) for k in ('x', 'cuts', 'is_', 'states')], (first[:, None] + at.minimum((n - 1)[:, None]), at < n[:, None])

def main():
    A = ap.parse_args(); torch.set_num_threads(A.threads); torch.manual_seed(A.seed); np.random.seed(A.seed); net, slow = Second(.5), Second(); [v.load_state_dict(torch.load(A.start, map_location='cpu')) for v in (net, slow)]; slow.eval(); pages = pages_in(A.folder)
    with torch.no_grad():
        for p in pages: p['cuts'] = slow.shown(p['cuts'].float())
    own, pages = pages[::15], [p for i, p in enumerate(pages) if i % 15]; [p.requires_grad_(False) for part in (net.whole, net.ends) for p in part.parameters()]
    opt = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad], lr=A.rate, weight_decay=.03, betas=(.9, .99)); began = last = time.time(); step = many = 0; sums = torch.zeros(3)
    def measure():
        with torch.no_grad(): return torch.stack([loss_of(slow(p['x'], p['cuts']), p['x'], p['is_'], p['states'])[1] for p in own]).mean(0).numpy().round(4)
    print(len(pages), 'pages,', len(own), 'apart', measure(), flush=True)
    while (f := (time.time() - began) / A.seconds) < 1:
        for g in opt.param_groups: g['lr'] = A.rate * min(1, (step + 1) / 30) * (.5 * (1 + math.cos(math.pi * f)) * .99 + .01)
        net.train(); net.whole.eval(); net.ends.eval(); (x, cuts, is_, states), spread = batch_of([pages[i] for i in np.random.randint(0, len(pages), A.pages)]); loss, parts = loss_of(net(x, cuts, spread), x, is_, states)
        opt.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(net.parameters(), 5.); opt.step(); step += 1; sums += parts; many += 1; d = min(.995, (1 + step) / (10 + step))
        with torch.no_grad():
            for s, v in zip(slow.state_dict().values(), net.state_dict().values()): s.mul_(d).add_(v, alpha=1 - d) if v.is_floating_point() else s.copy_(v)
        if time.time() - last > A.every: print(f'{time.time() - began:.0f}s step {step}', (sums / many).numpy().round(4), 'apart', measure(), flush=True); sums.zero_(); many = 0; last = time.time(); torch.save(slow.state_dict(), A.out)
    torch.save(slow.state_dict(), A.out); print('done', step, 'steps', measure())

if __name__ == '__main__': main()
