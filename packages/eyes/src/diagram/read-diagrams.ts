// Boxes and the arrows between them. An edge is told only where its stroke is followed from box to box; what an arrowhead or a
// label cannot be said of is told without it.
import type { Diagram, DiagramEdge } from '../description.ts';
import { maxDiagramContacts, maxDiagramWords } from '../limits.ts';
import { median } from '../median.ts';
import type { TextLine } from '../ocr/text-line.ts';
import { sortScripts } from '../ocr/script.ts';
import type { Box, Picture, Point } from '../pixels/picture.ts';
import { rowsOf } from '../layout/rows.ts';
import { around, lineOf, type VisualLine } from '../layout/visual-line.ts';
import { endsWithHead } from './arrowhead.ts';
import { flatMapOf, ink, type FlatMap } from './flat-regions.ts';
import { nodeBoxesOf } from './node-boxes.ts';
import { contactsOf, strokesOf, type Contact } from './strokes.ts';
import { walkFrom, type Walk, type Walking } from './walk.ts';

export interface FoundDiagram extends Diagram {
  /** The words of its boxes and of its edges. */
  readonly pieces: ReadonlySet<TextLine>;
  readonly place: { readonly box: Box; readonly lines: readonly VisualLine[] };
}

/** Boxes that stand on each other have no edge that is to be seen. */
const minEdgeEm = 0.8;

interface Followed {
  readonly from: number;
  readonly to: number;
  readonly path: readonly Point[];
  /** Whether the walk back led to where this one began, or could not lead there for what is seen at its end. */
  readonly proof: 'answered' | 'both-forked' | 'alone' | 'before-box';
}

/** Whether the stroke runs on over the box at the end of its path: then it does not end there. */
function goesOn(
  { owner, width, height }: FlatMap,
  path: readonly Point[],
  words: readonly TextLine[],
  em: number,
): boolean {
  const end = path.at(-1);
  const before = path.at(-4) ?? path[0];
  if (!end || !before) return false;
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  let hits = 0;
  let all = 0;
  for (let by = em * 0.6; by <= em * 1.6; by += 1) {
    const x = Math.round(end.x + Math.cos(angle) * by);
    const y = Math.round(end.y + Math.sin(angle) * by);
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    if (words.some(({ box }) => x > box[0] && x < box[2] && y > box[1] && y < box[3])) return false;
    all += 1;
    if (owner[y * width + x] === ink) hits += 1;
  }
  return hits >= all * mostInk;
}
const mostInk = 0.8;

interface Headed extends Followed {
  readonly heads: { readonly start: boolean; readonly end: boolean };
}

function withHeads(edge: Followed, all: readonly Followed[], { strokes, em }: Walking): Headed {
  const { path } = edge;
  const headAt = (way: readonly Point[]): boolean => {
    const end = way.at(-1);
    const isShared = all.some(
      (other) =>
        other !== edge &&
        [other.path[0], other.path.at(-1)].some(
          (point) => point && end && Math.hypot(point.x - end.x, point.y - end.y) < em * sharedEm,
        ),
    );
    return endsWithHead(strokes, way, { em, isShared });
  };
  return { ...edge, heads: { start: headAt(path.toReversed()), end: headAt(path) } };
}

/** Ends that are no farther apart than this, in heights of small letters, may hide what the other ends with. */
const sharedEm = 2.5;

/** What no walk back bears out must end like the others of its diagram. */
function isSettled({ proof, heads }: Headed, all: readonly Headed[]): boolean {
  if (proof === 'answered') return true;
  if (proof === 'before-box') return heads.end && !heads.start;
  if (heads.start !== heads.end) return true;
  const isDirected = all.some((edge) => edge.heads.start || edge.heads.end);
  return proof === 'alone' && !isDirected;
}

/** At most one: what hangs together and what does not is told by its edges. */
export function readDiagrams(picture: Picture, all: readonly TextLine[]): readonly FoundDiagram[] {
  const { read } = sortScripts(all);
  if (read.length > maxDiagramWords) return [];
  const found = readDiagram(picture, read);
  return found ? [found] : [];
}

function readDiagram(picture: Picture, pieces: readonly TextLine[]): FoundDiagram | undefined {
  const em = median(pieces.map(({ region }) => Math.min(region.height, region.width))) * 0.45;
  if (!(em >= 3)) return undefined;
  const map = flatMapOf(picture, Math.max(3, Math.round(em * 0.5)), Math.round(em * 2.2));
  const nodes = nodeBoxesOf(map, pieces).toSorted(
    (one, other) => one.box[1] - other.box[1] || one.box[0] - other.box[0],
  );
  if (nodes.length < 2) return undefined;
  const inNodes = new Set(nodes.flatMap((node) => node.pieces));
  const free = pieces.filter((piece) => !inNodes.has(piece));
  const strokes = strokesOf(map, nodes, pieces);
  const contacts = contactsOf(strokes, nodes);
  if (contacts.length > maxDiagramContacts) return undefined;
  const walking: Walking = { strokes, words: free.map(({ box }) => box), em };
  const all = followedOf(walking, contacts).filter(
    ({ path }) => !goesOn(map, path, free, em) && !goesOn(map, path.toReversed(), free, em),
  );
  const headed = all.map((edge) => withHeads(edge, all, walking));
  const followed = headed.filter((edge) => isSettled(edge, headed));
  const heads = followed.map((edge) => edge.heads);
  if (!heads.some(({ start, end }) => start || end)) {
    const joined = new Set(followed.flatMap(({ from, to }) => [from, to]));
    if (joined.size < minUndirected) return undefined;
  }
  const labels = labelsOf(followed, free, em);
  const used = nodes.filter((_, index) =>
    followed.some(({ from, to }) => from === index || to === index),
  );
  const idOf = (index: number): string => {
    const node = nodes[index];
    return `n${node ? used.indexOf(node) + 1 : 0}`;
  };
  const edges = followed.map((edge, at): DiagramEdge => {
    const { start = false, end = false } = heads[at] ?? {};
    const isBack = start && !end;
    const [from, to] = isBack ? [edge.to, edge.from] : [edge.from, edge.to];
    return {
      from: idOf(from),
      to: idOf(to),
      label: textOf(labels[at] ?? []).replaceAll(strokeSigns, ''),
      directed: start || end,
      ...(start && end && { both: true }),
    };
  });
  if (edges.length === 0) return undefined;
  return {
    nodes: used.map(({ box, pieces: own }, index) => ({
      id: `n${index + 1}`,
      text: textOf(own),
      box,
    })),
    edges,
    pieces: new Set([...used.flatMap((node) => node.pieces), ...labels.flat()]),
    place: {
      box: around(used.map(({ box }) => box)),
      lines: [...used.map((node) => node.pieces), ...labels].flatMap((own) =>
        rowsOf(own).map((row) => lineOf(row)),
      ),
    },
  };
}

/** Lines without any arrowhead are told from this many boxes on: two boxes and a line are a page as often as a diagram. */
const minUndirected = 3;

/** Ends of the stroke that are read with the words on it. */
const strokeSigns = /^[\s\-–—_|/\\:.~·]+|[\s\-–—_|/\\:.~·]+$/gu;

function textOf(pieces: readonly TextLine[]): string {
  return rowsOf(pieces)
    .map((row) => lineOf(row).text)
    .join(' ');
}

/**
 * Walks from every contact. Two that end where the other began are one edge; one that nothing answers counts where its own way had no
 * fork, and the way back had one, was lost, or has no place to begin at. What is not sure by that must end as its diagram's edges do.
 */
function followedOf(walking: Walking, contacts: readonly Contact[]): readonly Followed[] {
  const walks = contacts.map((contact) => walkFrom(walking, contact));
  const ends = walks.map((walk) => walk && nearest(contacts, walk, walking.em));
  const found: Followed[] = [];
  const taken = new Set<string>();
  for (const [start, walk] of walks.entries()) {
    const end = ends[start];
    const from = contacts[start];
    // A stroke that comes back to its box is more often the rim of something.
    if (!walk || !from || walk.node === from.node) continue;
    const back = end === undefined ? undefined : walks[end];
    const isAnswered = end !== undefined && ends[end] === start;
    if (!isAnswered && (walk.forked || (back && !back.forked))) continue;
    const key = [start, end ?? walk.node + contacts.length]
      .toSorted((one, other) => one - other)
      .join('-');
    if (taken.has(key) || lengthOf(walk) < walking.em * minEdgeEm) continue;
    if (found.some((edge) => isSame(edge, from.node, walk, walking.em))) continue;
    taken.add(key);
    found.push({
      from: from.node,
      to: walk.node,
      path: [...walk.path, walk.end],
      proof: proofOf(walk, back, isAnswered, end),
    });
  }
  return found;
}

function proofOf(
  walk: Walk,
  back: Walk | undefined,
  isAnswered: boolean,
  end: number | undefined,
): Followed['proof'] {
  if (isAnswered) return walk.forked && back?.forked ? 'both-forked' : 'answered';
  return end === undefined ? 'before-box' : 'alone';
}

/** Two contacts at a rounded corner may be of one stroke. */
function isSame({ from, to, path }: Followed, node: number, walk: Walk, em: number): boolean {
  const isPair = (from === node && to === walk.node) || (from === walk.node && to === node);
  const middle = walk.path[Math.floor(walk.path.length / 2)];
  return (
    isPair &&
    middle !== undefined &&
    path.some(({ x, y }) => Math.hypot(x - middle.x, y - middle.y) < em / 2)
  );
}

function lengthOf({ path }: Walk): number {
  return path.reduce((sum, point, at) => {
    const before = path[at - 1] ?? point;
    return sum + Math.hypot(point.x - before.x, point.y - before.y);
  }, 0);
}

/** The contact at the end of a walk. */
function nearest(
  contacts: readonly Contact[],
  { node, end }: Walk,
  em: number,
): number | undefined {
  let best: number | undefined;
  let least = Infinity;
  for (const [at, contact] of contacts.entries()) {
    if (contact.node !== node) continue;
    const away = Math.hypot(contact.at.x - end.x, contact.at.y - end.y) - contact.width / 2;
    if (away < least && away < em) {
      least = away;
      best = at;
    }
  }
  return best;
}

/** In heights of small letters: how near words are to their edge, and how much farther from every other. */
const near = 1.6;
const apart = 0.5;

/** The words that stand on each edge or right beside it, and beside no other. */
function labelsOf(
  edges: readonly Followed[],
  pieces: readonly TextLine[],
  em: number,
): readonly (readonly TextLine[])[] {
  const labels = edges.map((): TextLine[] => []);
  for (const piece of pieces) {
    const away = edges.map(({ path }) => Math.min(...path.map((point) => distance(piece, point))));
    const least = Math.min(...away);
    const index = away.indexOf(least);
    const isOwn = away.every((other, at) => at === index || other - least > em * apart);
    if (least < em * near && isOwn) labels[index]?.push(piece);
  }
  return labels;
}

/** From the inside of the words: the box of a region is larger than its letters. */
function distance({ box, region }: TextLine, { x, y }: Point): number {
  const inset = region.height * 0.2;
  const dx = Math.max(box[0] + inset - x, x - box[2] + inset, 0);
  const dy = Math.max(box[1] + inset - y, y - box[3] + inset, 0);
  return Math.hypot(dx, dy);
}
