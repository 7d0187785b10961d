// Asks takumi how high every block is, some at a time: a document is as long as it is, an order is not.
import { accept, refuse, type Outcome, type Size } from '@percept/core';
import { deadEngine } from '../engine/refusals.ts';
import type { RenderContext } from '../renderer.ts';
import type { Written } from '../text-renderer/order.ts';
import type { MeasuredBox, SceneNode } from '../takumi/scene.ts';
import type { Takumi } from '../takumi/takumi.ts';
import { textOf } from './node.ts';
import { solidParts, type MeasuredBlock } from './paginate.ts';

const blocksPerOrder = 64;

/** The box around a block: it ends the flow, so that no margin reaches out of it. */
export function blockBox(node: SceneNode, width: number, fontPx: number): SceneNode {
  return {
    type: 'container',
    className: 'doc',
    style: { display: 'flow-root', width, fontSize: fontPx, flexShrink: 0 },
    children: [node],
  };
}

export async function measureBlocks(
  takumi: Takumi,
  { blocks, css }: Written,
  { width }: Size,
  fontPx: number,
  context: RenderContext,
): Promise<Outcome<readonly MeasuredBlock[]>> {
  const measured: MeasuredBlock[] = [];
  for (let start = 0; start < blocks.length; start += blocksPerOrder) {
    const some = blocks.slice(start, start + blocksPerOrder);
    const node: SceneNode = {
      type: 'container',
      style: { display: 'flex', flexDirection: 'column', width },
      children: some.map((block) => blockBox(block.node, width, fontPx)),
    };
    const text = textOf([node]);
    const outcome = await takumi.measure({ scene: { node, width, css }, text }, context);
    if (!outcome.ok) return outcome;
    if (outcome.value.children.length !== some.length) {
      return refuse(deadEngine('takumi', 'it measured another number of blocks'));
    }
    for (const [index, box] of outcome.value.children.entries()) {
      measured.push(measuredBlock(box, some[index]?.keepWithNext === true));
    }
  }
  return accept(measured);
}

function measuredBlock(box: MeasuredBox, keepWithNext: boolean): MeasuredBlock {
  const parts = solidParts(box, box.transform[5] ?? 0);
  return { height: Math.ceil(box.height), parts, keepWithNext };
}
