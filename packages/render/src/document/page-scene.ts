// One page of a document as a scene: the blocks of its plan, each through a window that shows the part on this page.
import type { Size } from '@percept/core';
import type { Ink } from '../grid/ink.ts';
import type { SceneNode, Style } from '../takumi/scene.ts';
import { textOf, type Block } from './node.ts';
import type { Area } from './document-drawer.ts';
import type { Frame } from './document-renderer.ts';
import { blockBox } from './measure-blocks.ts';
import type { PagePlan } from './paginate.ts';

export interface PageFacts {
  readonly label: string;
  readonly note: string;
  readonly plan: PagePlan;
  /** Below the end of a screen's page its ground goes on. */
  readonly isLast: boolean;
  readonly blocks: readonly Block[];
  readonly fontPx: number;
  readonly ink: Ink;
}

const headerPx = 28;

export function pageScene(
  facts: PageFacts,
  sheet: Size,
  area: Area,
  frame: Frame,
): { readonly node: SceneNode; readonly text: string } {
  const { plan, blocks, fontPx, ink } = facts;
  const isOpen = frame === 'screen' && facts.isLast;
  const windows = plan.flatMap(({ block, from, to, top }): readonly SceneNode[] => {
    const found = blocks[block];
    if (!found) return [];
    const box = blockBox(found.node, area.width, fontPx);
    const style: Style = { position: 'absolute', overflow: 'hidden', width: area.width };
    const height = isOpen ? sheet.height - top : to - from;
    const place: Style = { left: area.left, top: area.top + top, height };
    const moved: SceneNode = {
      type: 'container',
      style: { position: 'absolute', left: 0, top: -from, width: area.width },
      children: [box],
    };
    return [{ type: 'container', style: { ...style, ...place }, children: [moved] }];
  });
  const header = frame === 'paper' ? headerOf(facts, sheet) : [];
  const children = [...header, ...windows];
  const style = { position: 'relative', ...sheet, backgroundColor: ink.paper, color: ink.text };
  return { node: { type: 'container', style, children }, text: textOf(children) };
}

function headerOf({ label, note, ink }: PageFacts, { width }: Size): readonly SceneNode[] {
  const line: Style = {
    position: 'absolute',
    top: 5,
    height: 18,
    lineHeight: '18px',
    fontFamily: 'monospace',
    fontSize: 13,
    whiteSpace: 'pre',
  };
  const path = label.length > 80 ? `…${label.slice(-79)}` : label;
  const band: Style = { position: 'absolute', left: 0, top: 0, width, height: headerPx };
  return [
    { type: 'container', style: { ...band, backgroundColor: ink.band } },
    { type: 'text', text: path, style: { ...line, left: 14, fontWeight: 700 } },
    { type: 'text', text: note, style: { ...line, right: 14 } },
  ];
}
