"""What the network says, as detections, and how good that is: F1 by role, and with every state of it right. Used while training and by nothing else."""
import math
import numpy as np, torch, torch.nn.functional as F
from net import GROUPS, HAS, KINDS, ROLES, STATES, STRIDE, VALUED, split

@torch.no_grad()
def decode(heat, rest, least=.2, most=400):
    """For each picture an array [k, 7 + states + 1 + 1]: role, score, box, states, value, kind."""
    p = heat.float().sigmoid(); peak = p * (F.max_pool2d(p, 3, 1, 1) == p); boxes, states, value, kinds = split(rest.float()); out = []
    n, r, h, w = p.shape
    for i in range(n):
        score, at = peak[i].flatten().topk(min(most, r * h * w)); at = at[score > least]; score = score[score > least]
        role = at // (h * w); y = (at % (h * w)) // w; x = at % w; g = torch.tensor(GROUPS, device=at.device)[role]
        b = boxes[i][g, :, y, x]; cx = (x + .5 + b[:, 0]) * STRIDE; cy = (y + .5 + b[:, 1]) * STRIDE; bw = torch.exp2(b[:, 2].clamp(-3, 8)) * STRIDE; bh = torch.exp2(b[:, 3].clamp(-3, 8)) * STRIDE
        rows = torch.cat([role[:, None].float(), score[:, None], torch.stack([cx - bw / 2, cy - bh / 2, cx + bw / 2, cy + bh / 2], 1), states[i][:, y, x].sigmoid().T, value[i][:, y, x].sigmoid().T, kinds[i][:, y, x].argmax(0)[:, None].float()], 1)
        out.append(suppress(rows.cpu().numpy()))
    return out

def overlap(a, b):
    if len(a) == 0 or len(b) == 0: return np.zeros((len(a), len(b)))
    x0 = np.maximum(a[:, None, 0], b[None, :, 0]); y0 = np.maximum(a[:, None, 1], b[None, :, 1]); x1 = np.minimum(a[:, None, 2], b[None, :, 2]); y1 = np.minimum(a[:, None, 3], b[None, :, 3])
    inter = np.clip(x1 - x0, 0, None) * np.clip(y1 - y0, 0, None); area = lambda t: (t[:, 2] - t[:, 0]) * (t[:, 3] - t[:, 1])
    return inter / np.maximum(area(a)[:, None] + area(b)[None] - inter, 1e-6)

def suppress(rows):
    """The surest of those of one group that cover each other stays."""
    rows = rows[np.argsort(-rows[:, 1])]; keep = []; o = overlap(rows[:, 2:6], rows[:, 2:6]); group = np.array(GROUPS)[rows[:, 0].astype(int)] if len(rows) else []
    for i in range(len(rows)):
        if not any(group[i] == group[j] and o[i, j] > .5 for j in keep): keep.append(i)
    return rows[keep]

def right(found, truth):
    role = ROLES[int(truth[0])]
    for k, name in enumerate(STATES):
        if role in HAS[name] and (found[6 + k] > .5) != (truth[5 + k] > .5): return False
    return not (role in VALUED and truth[11] >= 0 and abs(found[6 + len(STATES)] - truth[11]) > .06)

def evaluate(pairs, least=.35):
    """pairs: (detections, truths [role, box, states, value, kind, partly])."""
    count = {r: [0, 0, 0, 0] for r in ROLES}; states = {}; kind = [0, 0]; value = []
    for found, truth in pairs:
        found = found[found[:, 1] >= least]; o = overlap(found[:, 2:6], truth[:, 1:5]); used = set(); taken = set()
        for i in range(len(found)):
            same = [j for j in range(len(truth)) if j not in used and truth[j, 0] == found[i, 0] and o[i, j] >= .5]
            if not same: continue
            j = max(same, key=lambda j: o[i, j]); used.add(j); taken.add(i)
            if truth[j, 13]: continue
            role = ROLES[int(truth[j, 0])]; count[role][0] += 1; count[role][1] += right(found[i], truth[j])
            for k, name in enumerate(STATES):
                if role in HAS[name]:
                    s = states.setdefault(name, [0, 0, 0]); a, b = found[i, 6 + k] > .5, truth[j, 5 + k] > .5; s[0] += a and b; s[1] += a and not b; s[2] += b and not a
            if role in VALUED and truth[j, 11] >= 0: value.append(abs(found[i, 12] - truth[j, 11]))
            if role == 'icon': kind[1] += 1; kind[0] += found[i, 13] == truth[j, 12]
        for i in range(len(found)):
            if i in taken: continue
            partly = [j for j in range(len(truth)) if truth[j, 13] and o[i, j] > .1]
            if not partly: count[ROLES[int(found[i, 0])]][2] += 1
        for j in range(len(truth)):
            if j not in used and not truth[j, 13]: count[ROLES[int(truth[j, 0])]][3] += 1
    f1 = lambda hit, more, missed: 2 * hit / max(1, 2 * hit + more + missed)
    by = {r: dict(f1=round(f1(a, x, m), 4), state=round(2 * b / max(1, 2 * a + x + m), 4), precision=round(a / max(1, a + x), 4), recall=round(a / max(1, a + m), 4), n=a + m) for r, (a, b, x, m) in count.items()}
    total = np.array(list(count.values())).sum(0); a, b, x, m = (int(v) for v in total)
    return dict(f1=round(f1(a, x, m), 4), state=round(2 * b / max(1, 2 * a + x + m), 4), roles=by, states={k: round(f1(*map(int, v)), 4) for k, v in states.items()}, value=round(float(np.mean(value)), 4) if value else None, value_within=round(float(np.mean(np.array(value) <= .06)), 4) if value else None, kind=round(kind[0] / max(1, kind[1]), 4))
