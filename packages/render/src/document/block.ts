// A document between reading and measuring: boxes that stand under each other. Each is drawn alone, so none depends on its
// neighbours for its size.
import type { SceneNode } from '../takumi/scene.ts';

export interface Block {
  readonly node: SceneNode;
  /** Never the last thing on a page: a heading without its text. */
  readonly keepWithNext: boolean;
}
