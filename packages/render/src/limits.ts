// Every limit of the darkroom: one name, one default, the unit in the name. Limits are policy of the host; nothing here
// reaches a picture except through a refusal or a warning.
import { defineLimits } from '@percept/core/internal/options';

/**
 * What the darkroom spends at most, and its one default for each limit.
 *
 * @example createDarkroom({ renderers, limits: { maxSourceBytes: renderLimits.maxSourceBytes / 2 } });
 */
export const renderLimits = defineLimits({
  /** What any renderer may be given. */
  maxSourceBytes: 100 * 1024 * 1024,
  maxPagesPerRender: 20,
  /** The whole of one request, whatever the renderer does. */
  renderTimeoutMs: 60_000,
  /** One picture of SVG, text or layout in its engine. */
  drawTimeoutMs: 5_000,
  /** Reading a text and finding what is on its pages. */
  layoutTimeoutMs: 8_000,
  /** From the text of a diagram to its drawing; the first of a language loads its engine too. */
  diagramTimeoutMs: 15_000,
  maxDiagramBytes: 1024 * 1024,
  /** An office program of the host, from start to file. */
  officeTimeoutMs: 45_000,
  /** A browser of the host, from start to picture. */
  browserTimeoutMs: 30_000,
  /** One page of a PDF in its engine. */
  pdfPageTimeoutMs: 15_000,
  engineStartTimeoutMs: 15_000,
  /** What the process may grow by while an engine works. */
  maxEngineMemoryBytes: 512 * 1024 * 1024,
  /** An engine that holds this much between two jobs is replaced. */
  maxRestingEngineBytes: 192 * 1024 * 1024,
  maxJobsPerEngine: 500,
  maxOutputPixels: 4_000_000,
  maxSvgBytes: 4 * 1024 * 1024,
  maxSvgElements: 50_000,
  maxSvgDepth: 256,
  maxSvgTextChars: 200_000,
  /** All pictures inside one SVG together. */
  maxSvgImagePixels: 16_000_000,
  /** The longer side of a drawing in units of the shorter. */
  maxAspect: 200,
  maxPdfBytes: 100 * 1024 * 1024,
});
export type RenderLimits = typeof renderLimits;

export const maxFitAttempts = 5;

// table
/** Fields are shown in part; this much of one is ever decoded. */
export const maxFieldBytes = 2048;
/** More columns than anyone pages through; the rest is counted and named. */
export const maxTableColumns = 20_000;

// svg
/** Each octave halves: the tenth is below one step of an 8-bit channel. */
export const maxOctaves = 9;
/** A kernel of this size costs a thousand products per pixel already. */
export const maxKernelOrder = 15;
export const maxMorphologyPx = 20;
export const maxBlurPx = 2000;
/** A row of calls in one value, nested ones included. */
export const maxCssCalls = 32;
export const maxCssValueChars = 4096;
/** What all values of a drawing may take together, in characters looked at. */
export const maxCssWorkChars = 20_000_000;
export const maxFontListChars = 1000;
export const maxSvgNesting = 1;
export const maxNamedFonts = 8;
export const maxSvgLengthChars = 64;
export const maxViewBoxChars = 200;
export const maxTransformChars = 1000;

// program
/** What one process may allocate; a page that wants more loses its process and not the host's. */
export const maxProgramDataBytes = 3 * 1024 * 1024 * 1024;

// pdf
export const maxNamedPdfFonts = 8;

// office
export const maxNamedPartKinds = 5;
export const maxSheets = 50;
export const maxSheetRows = 5000;
export const maxSheetColumns = 500;
export const maxZipEntries = 10_000;
export const maxZipUnpackedBytes = 128 * 1024 * 1024;

// notebook
export const maxNotebookBytes = 32 * 1024 * 1024;
export const maxNotebookCells = 2000;
/** One output is no log file. */
export const maxCellOutputChars = 20_000;
/** Tables are mostly marks. */
export const maxCellHtmlChars = 200_000;

// markdown
/** Deeper nesting is shown as it is written. */
export const maxMarkdownDepth = 24;
/** About two hundred pages. */
export const maxMarkdownChars = 400_000;

// json
/** Beyond this, text is shown as it is. */
export const maxPrettyJsonBytes = 8 * 1024 * 1024;
/** Laid out it may be this long; files that are all brackets stay as they are. */
export const maxLaidOutJsonBytes = 32 * 1024 * 1024;
/** Deeper levels stand under each other, or a deep file would become a wide one. */
export const maxJsonIndent = 24;

// html
export const maxStyleSheetChars = 200_000;
export const maxStyleChars = 4000;
/** Deeper boxes are drawn in the last one that is allowed. */
export const maxHtmlDepth = 100;
/** The whole page is laid out for each picture of it. */
export const maxHtmlElements = 6000;
export const maxHtmlChars = 150_000;

// grid
/** More marks on one letter than any script needs. */
export const maxMarksPerCell = 4;
/** The end of a path says more than its beginning, so a header cuts it itself. */
export const maxPageLabelChars = 1000;

// fonts
export const maxNamedGlyphs = 40;
export const maxFontTableBytes = 64 * 1024 * 1024;

// engine
export const maxEngineHeapMb = 256;
export const maxEngineYoungHeapMb = 32;

// document
/** A longer block is data, and stays as it is. */
export const maxColouredChars = 20_000;
export const maxColouredLineChars = 2000;
export const maxHeldLayouts = 4;
/** About three thousand pages; a style can ask for millions. */
export const maxBlockPx = 4_000_000;
export const maxAltChars = 200;

// diagram
/** In the words of MathJax: macros that one formula defines, and how far it grows when they are put in. */
export const latexLimits = { maxMacros: 1000, maxBuffer: 10 * 1024 } as const;

// diagram/mermaid
/** More than anyone can look at, and what the layout still does in time. */
export const maxGraphParts = 400;
export const maxSequenceSteps = 300;

// code
/** Escapes are read from the beginning, so there must be an end. */
export const maxAnsiBytes = 16 * 1024 * 1024;
/** More than a terminal keeps of one line. */
export const maxAnsiLineChars = 64 * 1024;
export const maxAnsiParameters = 32;
/** A highlighter must know where it is; this far back it looks. */
export const maxLeadLines = 1000;
export const maxLeadBytes = 128 * 1024;
/** Longer lines are data: they stay plain, and only the part on the page is decoded. */
export const maxStyledLineBytes = 4000;

// cache
export const maxCachedBytes = 64 * 1024 * 1024;

// browser
export const maxBrowserPages = 100;
export const maxBrowserHtmlBytes = 16 * 1024 * 1024;
/** Timers and animations get this much of the page's own time; it passes as fast as the machine allows. */
export const pageScriptTimeoutMs = 4_000;
/** Pictures and pages come as base64; more than this is no answer to anything that we ask. */
export const maxBrowserMessageBytes = 256 * 1024 * 1024;
