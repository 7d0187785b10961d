// Elements with the look that browsers give them, as nodes of a scene.
import { defaultStylePresets } from '@takumi-rs/helpers/jsx';
import { isRecord } from '@percept/core/internal';
import type { SceneFrame, SceneNode, Style } from '../takumi/scene.ts';

const presets = new Map<string, Style>(
  Object.entries(defaultStylePresets).flatMap(([tag, preset]) => {
    if (!isRecord(preset)) return [];
    const entries = Object.entries(preset).flatMap(([key, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[key, value] as const] : [],
    );
    return [[tag, Object.fromEntries(entries)] as const];
  }),
);

export function presetOf(tag: string): Style | undefined {
  return presets.get(tag);
}

export type ElementFacts = Pick<SceneFrame, 'preset' | 'style' | 'className' | 'id' | 'attributes'>;

export function element(
  tag: string,
  children: readonly SceneNode[],
  facts: ElementFacts = {},
): SceneNode {
  const preset = presetOf(tag);
  return { type: 'container', tagName: tag, ...(preset && { preset }), ...facts, children };
}

export function words(text: string, style?: Style): SceneNode {
  return { type: 'text', text, style: { display: 'inline', ...style } };
}

export const lineBreak: SceneNode = { type: 'text', text: '\n', style: { whiteSpace: 'pre' } };

/** All text in a tree, without recursion: trees may be deep. */
export function textOf(nodes: readonly SceneNode[]): string {
  const texts: string[] = [];
  const stack = [...nodes];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'text') texts.push(node.text);
    else if (node.type === 'container') for (const child of node.children ?? []) stack.push(child);
  }
  return texts.join('\n');
}

/** A document between reading and measuring: boxes that stand under each other. Each is drawn alone, so none depends on its neighbours for its size. */
export interface Block {
  readonly node: SceneNode;
  /** Never the last thing on a page: a heading without its text. */
  readonly keepWithNext: boolean;
}
