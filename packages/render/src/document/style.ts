// The style sheet of documents that bring none: Markdown, notebooks, office texts. Margins stand below a block and never
// above, so that a block is as high alone as among others.
import { inkOf } from '../grid/ink.ts';
import type { Density, Theme } from '../options.ts';

export const bodyPx: Readonly<Record<Density, number>> = { legible: 16, gist: 11 };

export function documentCss(theme: Theme): string {
  const ink = inkOf(theme);
  return `
.doc { font-family: sans-serif; line-height: 1.5; color: ${ink.text}; overflow-wrap: anywhere; }
.doc p { margin: 0 0 0.75em 0; }
.doc h1, .doc h2, .doc h3, .doc h4, .doc h5, .doc h6 { margin: 0.3em 0 0.5em 0; line-height: 1.25; font-weight: 700; }
.doc h1 { font-size: 1.9em; border-bottom: 1px solid ${ink.rule}; padding-bottom: 0.2em; }
.doc h2 { font-size: 1.5em; border-bottom: 1px solid ${ink.rule}; padding-bottom: 0.2em; }
.doc h3 { font-size: 1.25em; }
.doc h4, .doc h5, .doc h6 { font-size: 1em; }
.doc ul, .doc ol { margin: 0 0 0.75em 0; padding-left: 1.8em; }
.doc li { margin: 0 0 0.2em 0; }
.doc li p { margin: 0 0 0.3em 0; }
.doc li ul, .doc li ol { margin: 0.2em 0 0 0; }
.doc blockquote { margin: 0 0 0.75em 0; padding: 0 0 0 0.9em; border-left: 4px solid ${ink.rule}; color: ${ink.faint}; }
.doc pre { margin: 0 0 0.9em 0; padding: 0.6em 0.8em; background-color: ${ink.shade}; font-family: monospace;
  font-size: 0.9375em; line-height: 1.4; white-space: pre-wrap; word-break: break-all; border-radius: 4px; }
.doc code { font-family: monospace; font-size: 0.9375em; background-color: ${ink.band}; padding: 0 0.25em; border-radius: 3px; }
.doc pre code { background-color: transparent; padding: 0; font-size: 1em; }
.doc kbd { font-family: monospace; font-size: 0.85em; border: 1px solid ${ink.rule}; border-radius: 3px; padding: 0 0.3em; }
.doc a { color: ${ink.link}; text-decoration: underline; }
.doc hr { margin: 0.8em 0; height: 1px; border-width: 0; background-color: ${ink.rule}; }
.doc table { margin: 0 0 0.9em 0; border-collapse: collapse; border-spacing: 0; }
.doc th { text-align: left; background-color: ${ink.band}; font-weight: 700; }
.doc th, .doc td { border: 1px solid ${ink.rule}; padding: 0.3em 0.6em; vertical-align: top; }
.doc .absent { color: ${ink.faint}; border: 1px dashed ${ink.rule}; padding: 0.1em 0.4em; font-size: 0.9em; }
.doc dd { margin-left: 1.8em; }
.doc img { max-width: 100%; }
.prompt { font-family: monospace; font-size: 0.8em; color: ${ink.faint}; }
.output { font-family: monospace; font-size: 0.9375em; line-height: 1.4; white-space: pre-wrap; word-break: break-all; }
.failure { background-color: ${ink.removed}; padding: 0.4em 0.6em; }
`;
}
