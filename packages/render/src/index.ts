export { createDarkroom, type Darkroom, type DarkroomSetup, type DrawOptions } from './darkroom.ts';
export {
  warmFor,
  type ReadOptions,
  type ReadPages,
  type RenderContext,
  type RenderedSource,
  type Renderer,
  type RenderSource,
} from './renderer.ts';
export {
  warningKinds,
  type Rect,
  type RenderedPage,
  type Rendering,
  type Warning,
  type WarningKind,
} from './rendering.ts';
export {
  type Density,
  type PageRange,
  type RegionRequest,
  type RenderOptions,
  type Theme,
} from './options.ts';
export { renderLimits, type RenderLimits } from './limits.ts';
export { type Classified, type NamedBytes } from './source.ts';
export { type RenderCache } from './cache/cache.ts';
export { createMemoryCache } from './cache/memory-cache.ts';
export { createStoreCache, type KeyIndex } from './cache/store-cache.ts';
export { createFontSet, standardFonts, type Font, type FontSet } from './fonts/font-set.ts';
export {
  createTakumi,
  type DrawRequest,
  type Drawing,
  type Takumi,
  type TakumiSetup,
} from './takumi/takumi.ts';
export {
  type MeasuredBox,
  type MeasuredRun,
  type Scene,
  type SceneNode,
  type Style,
} from './takumi/scene.ts';
export { createSvgRenderer } from './svg/svg-renderer.ts';
export { type PdfSetup } from './pdf/pdf-renderer.ts';
export { type TextRenderer, type TextRendererSetup } from './text-renderer/text-renderer.ts';
export { type CodeSetup } from './code/code-renderer.ts';
export { type DiagramSetup } from './diagram/diagram-renderer.ts';
export {
  findPrograms,
  type HostPrograms,
  type Program,
  type ProgramName,
  type ProgramsWanted,
} from './program/programs.ts';
export { standardRenderers, type StandardSetup } from './standard.ts';
