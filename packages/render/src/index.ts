export { createDarkroom, type Darkroom, type DarkroomSetup } from './darkroom.ts';
export {
  rendererKey,
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
  defaultOptions,
  defaultTarget,
  densities,
  parsePageRange,
  resolvePages,
  themes,
  type Density,
  type PageRange,
  type RegionRequest,
  type RenderOptions,
  type Theme,
} from './options.ts';
export { renderLimits, type RenderLimits } from './limits.ts';
export { classify, type Classified, type NamedBytes } from './source.ts';
export { cacheKey, type RenderCache } from './cache/cache.ts';
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
export { createPdfRenderer, type PdfSetup } from './pdf/pdf-renderer.ts';
export {
  createTextRenderer,
  type TextRenderer,
  type TextRendererSetup,
} from './text-renderer/text-renderer.ts';
export { createCodeRenderer, type CodeSetup } from './code/code-renderer.ts';
export { createDiagramRenderers, type DiagramSetup } from './diagram/diagram-renderer.ts';
export { createHtmlRenderer } from './html/html-renderer.ts';
export { createMarkdownRenderer } from './markdown/markdown-renderer.ts';
export { createNotebookRenderer } from './notebook/notebook-renderer.ts';
export { createDocxRenderer, createXlsxRenderer } from './office/office-renderers.ts';
export { createLibreOfficeRenderer } from './office/libreoffice-renderer.ts';
export { createLiveRenderer } from './browser/live-renderer.ts';
export { createMermaidBrowserRenderer } from './browser/mermaid-renderer.ts';
export {
  findPrograms,
  parsePrograms,
  programNames,
  type HostPrograms,
  type Program,
  type ProgramName,
  type ProgramsWanted,
} from './program/programs.ts';
export { createTableRenderer } from './table/table-renderer.ts';
export { standardRenderers, type StandardSetup } from './standard.ts';
