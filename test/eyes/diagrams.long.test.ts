// Diagrams of our own darkroom, through the whole of local eyes: what is told of them is what was drawn.
import { createEyes, type Description } from '@percept/eyes';
import { createDarkroom } from '@percept/render';
import { afterAll, describe, expect, it } from 'vitest';
import { amount } from '../amount.ts';
import { diagramKinds, drawnDiagram, type DrawnEdge } from './variants/diagrams.ts';
import { drawnScreen } from './variants/screens.ts';

const eyes = createEyes({ limits: { describeTimeoutMs: 120_000 } });
const darkroom = createDarkroom();
afterAll(async () => {
  await eyes.close();
  await darkroom.close();
});
const timeout = 240_000;

async function look(bytes: Uint8Array): Promise<Description> {
  const seen = await eyes.describe(bytes);
  if (!seen.ok) throw new Error(seen.refusal.message);
  return seen.value;
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '');
const named = ({ from, to }: Pick<DrawnEdge, 'from' | 'to'>): string =>
  `${plain(from)} → ${plain(to)}`;
/** Of a line without a head the order says nothing. */
const either = ({ from, to, directed }: Omit<DrawnEdge, 'label'>): string =>
  directed ? named({ from, to }) : [plain(from), plain(to)].toSorted().join(' — ');

describe('Diagrams from seeds', () => {
  it(
    'are told with their edges, and none of them is invented',
    { tags: ['f-eyes-diagrams'], timeout },
    async () => {
      let all = 0;
      let told = 0;
      for (let seed = 1; seed <= amount(1, 4); seed += 1)
        for (const kind of diagramKinds) {
          const truth = await drawnDiagram(darkroom, kind, seed);
          const { diagrams, kind: seenAs, markdown } = await look(truth.bytes);
          const [diagram] = diagrams;
          const textOf = (id: string): string =>
            diagram?.nodes.find((node) => node.id === id)?.text ?? '';
          const edges = (diagram?.edges ?? []).map(({ from, to, directed }) =>
            either({ from: textOf(from), to: textOf(to), directed }),
          );
          expect(truth.edges.map((edge) => either(edge))).toEqual(expect.arrayContaining(edges));
          if (diagram) expect(markdown).toContain(`[diagram of ${diagram.nodes.length} boxes`);
          if (edges.length > 2) expect(seenAs).toBe('diagram');
          all += truth.edges.length;
          told += edges.length;
        }
      expect(told / all).toBeGreaterThan(0.8);
    },
  );

  it('are not seen in screens', { tags: ['f-eyes-diagrams'], timeout }, async () => {
    for (let seed = 1; seed <= amount(1, 4); seed += 1)
      expect((await look((await drawnScreen(seed)).bytes)).diagrams).toEqual([]);
  });
});
