export { createDarkroom, type Darkroom, type DarkroomSetup, type DrawOptions } from './darkroom.ts';
export {
  warmFor,
  type ReadOptions,
  type ReadPages,
  type ReadWords,
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
export type { Density, PageRange, RegionRequest, RenderOptions, Theme } from './options.ts';
export {
  defineRenderer,
  type Converter,
  type DrawingRequest,
  type RendererDefinition,
} from './define-renderer.ts';
export { renderLimits, type RenderLimits } from './limits.ts';
export type { Classified, NamedBytes } from './source.ts';
export { createMemoryCache, type RenderCache } from './cache/cache.ts';
export { createStoreCache, type KeyIndex } from './cache/store-cache.ts';
export { createFontSet, standardFonts, type Font, type FontSet } from './fonts/font-set.ts';
export {
  createTakumi,
  type DrawRequest,
  type Drawing,
  type Takumi,
  type TakumiSetup,
} from './takumi/takumi.ts';
export type { MeasuredBox, MeasuredRun, Scene, SceneNode, Style } from './takumi/scene.ts';
export { createSvgRenderer } from './svg/svg-renderer.ts';
export {
  findPrograms,
  type HostPrograms,
  type Program,
  type ProgramName,
  type ProgramsWanted,
} from './program/programs.ts';
export { standardRenderers, type StandardSetup } from './standard.ts';
