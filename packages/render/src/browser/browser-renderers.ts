// What the host's browser draws: pages that make themselves with scripts, and the Mermaid kinds that need one (gantt, pie, mindmap,
// timeline and the rest), drawn by Mermaid itself. The browser's part is loaded with the first page. The text of a diagram reaches
// it as data; links, scripts and themes from outside are off.
import { refuse, type Refusal } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import { mermaidKind, ownMermaidKinds } from '../diagram/mermaid/kind.ts';
import { maxBrowserHtmlBytes } from '../limits.ts';
import type { Program } from '../program/programs.ts';
import type { Renderer, RenderSource } from '../renderer.ts';

const liveRevision = 1;
const mermaidRevision = 1;

/** Takes pages that have scripts; the others need no browser. */
export function createLiveRenderer(program: Program): Renderer {
  return {
    id: 'live-html',
    version: `${liveRevision}`,
    fonts: '',
    accepts: (source) => source.mime === 'text/html' && hasScripts(source),
    async render(source, options, context) {
      if (source.bytes.length > maxBrowserHtmlBytes) {
        const hint = 'Look at a smaller page, or read it as text.';
        const size = source.bytes.length;
        return refuse(overLimit('maxHtmlBytes', maxBrowserHtmlBytes, size, hint));
      }
      const { showLive } = await import('./live-page.ts');
      return showLive(program, new TextDecoder().decode(source.bytes), options, context);
    },
  };
}

const scanBytes = 4 * 1024 * 1024;

function hasScripts({ bytes }: RenderSource): boolean {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, scanBytes));
  return /<script[\s>/]|\son(?:load|error)\s*=/i.test(text);
}

/** Without a program it says what is missing. */
export function createMermaidBrowserRenderer(program: Program | undefined): Renderer {
  return {
    id: 'mermaid-browser',
    version: `${mermaidRevision}`,
    fonts: '',
    accepts: ({ mime, bytes }) =>
      mime === 'text/vnd.mermaid' &&
      !ownMermaidKinds.has(mermaidKind(new TextDecoder().decode(bytes))),
    async render({ bytes }, options, context) {
      const { limits } = context;
      if (bytes.length > limits.maxDiagramBytes) {
        const hint = 'Draw a part of it, or read it as text.';
        return refuse(overLimit('maxDiagramBytes', limits.maxDiagramBytes, bytes.length, hint));
      }
      const text = new TextDecoder().decode(bytes);
      const { loadMermaid, showMermaid } = await import('./mermaid-page.ts');
      const engine = await loadMermaid();
      if (!program || engine === undefined) return refuse(missing(mermaidKind(text)));
      return showMermaid({ program, engine, text }, options, context);
    },
  };
}

function missing(kind: string): Refusal {
  return {
    refused: 'renderer-missing',
    message: `Mermaid diagrams of the kind "${kind.slice(0, 30)}" are drawn by a browser, and none is set up here.`,
    hint: 'Install Chromium and bubblewrap (Debian: `apt-get install chromium bubblewrap`) and `npm install mermaid`; flowchart, sequence, class, state and ER diagrams need neither.',
  };
}
