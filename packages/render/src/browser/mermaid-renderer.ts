// The Mermaid kinds that need a browser (gantt, pie, mindmap, timeline and the rest), drawn by Mermaid itself in the host's
// browser. The text of a diagram reaches it as data; links, scripts and themes from outside are off.
import { refuse, type Refusal } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import { mermaidKind, ownMermaidKinds } from '../diagram/mermaid/kind.ts';
import type { Program } from '../program/programs.ts';
import type { Renderer } from '../renderer.ts';

const revision = 1;

/** Without a program it says what is missing. */
export function createMermaidBrowserRenderer(program: Program | undefined): Renderer {
  return {
    id: 'mermaid-browser',
    version: `${revision}`,
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
