// Pages that make themselves with scripts, as the host's browser shows them. The browser's part is loaded with the first page.
import { refuse } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import type { Program } from '../program/programs.ts';
import type { Renderer, RenderSource } from '../renderer.ts';
import { maxBrowserHtmlBytes } from '../limits.ts';

const revision = 1;

/** Takes pages that have scripts; the others need no browser. */
export function createLiveRenderer(program: Program): Renderer {
  return {
    id: 'live-html',
    version: `${revision}`,
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
