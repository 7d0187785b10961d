// Tools of somebody who may not learn where on the server they work: a refusal names a file as it was asked for, and not as
// it was found.
import { isAbsolute } from 'node:path';
import { isRecord, quoted, readText } from '@percept/core/internal';
import type { SessionPlace } from './facts.ts';
import type { LoopTool } from './toolbox.ts';

/** The tool as it is where the place has no name of its own. */
export function discreet(tool: LoopTool, { name }: SessionPlace): LoopTool {
  if (name === undefined) return tool;
  return {
    ...tool,
    run: async (input, options) => {
      const answer = await tool.run(input, options);
      if (answer.outcome === 'succeeded') return answer;
      const asked = isRecord(input)
        ? (readText(input['ref']) ?? readText(input['path']) ?? readText(input['from']))
        : undefined;
      const content = answer.content.map((part) =>
        part.type === 'text' ? { ...part, text: asAsked(part.text, quoted(asked ?? name)) } : part,
      );
      return { ...answer, content };
    },
  };
}

/** Refusals quote paths, and cut off long ones. */
function asAsked(text: string, asked: string): string {
  return text.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (whole, path: string) =>
    isAbsolute(path) ? asked : whole,
  );
}
