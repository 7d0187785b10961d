// Every limit of the darkroom: one name, one default, the unit in the name. Limits are policy of the host; nothing here
// reaches a picture except through a refusal or a warning.

export interface RenderLimits {
  /** What any renderer may be given. */
  readonly maxSourceBytes: number;
  readonly maxPagesPerRender: number;
  /** The whole of one request, whatever the renderer does. */
  readonly renderTimeoutMs: number;
  /** One picture of SVG, text or layout in its engine. */
  readonly drawTimeoutMs: number;
  /** Reading a text and finding what is on its pages. */
  readonly layoutTimeoutMs: number;
  /** From the text of a diagram to its drawing; the first of a language loads its engine too. */
  readonly diagramTimeoutMs: number;
  readonly maxDiagramBytes: number;
  /** An office program of the host, from start to file. */
  readonly officeTimeoutMs: number;
  /** A browser of the host, from start to picture. */
  readonly browserTimeoutMs: number;
  /** One page of a PDF in its engine. */
  readonly pdfPageTimeoutMs: number;
  readonly engineStartTimeoutMs: number;
  /** What the process may grow by while an engine works. */
  readonly maxEngineMemoryBytes: number;
  /** An engine that holds this much between two jobs is replaced. */
  readonly maxRestingEngineBytes: number;
  readonly maxJobsPerEngine: number;
  readonly maxOutputPixels: number;
  readonly maxSvgBytes: number;
  readonly maxSvgElements: number;
  readonly maxSvgDepth: number;
  readonly maxSvgTextChars: number;
  /** All pictures inside one SVG together. */
  readonly maxSvgImagePixels: number;
  /** The longer side of a drawing in units of the shorter. */
  readonly maxAspect: number;
  readonly maxPdfBytes: number;
}

/**
 * What the darkroom spends at most, and its one default for each limit.
 *
 * @example createDarkroom({ renderers, limits: { maxSourceBytes: renderLimits.maxSourceBytes / 2 } });
 */
export const renderLimits: RenderLimits = {
  maxSourceBytes: 100 * 1024 * 1024,
  maxPagesPerRender: 20,
  renderTimeoutMs: 60_000,
  drawTimeoutMs: 5_000,
  layoutTimeoutMs: 8_000,
  diagramTimeoutMs: 15_000,
  maxDiagramBytes: 1024 * 1024,
  officeTimeoutMs: 45_000,
  browserTimeoutMs: 30_000,
  pdfPageTimeoutMs: 15_000,
  engineStartTimeoutMs: 15_000,
  maxEngineMemoryBytes: 512 * 1024 * 1024,
  maxRestingEngineBytes: 192 * 1024 * 1024,
  maxJobsPerEngine: 500,
  maxOutputPixels: 4_000_000,
  maxSvgBytes: 4 * 1024 * 1024,
  maxSvgElements: 50_000,
  maxSvgDepth: 256,
  maxSvgTextChars: 200_000,
  maxSvgImagePixels: 16_000_000,
  maxAspect: 200,
  maxPdfBytes: 100 * 1024 * 1024,
};
