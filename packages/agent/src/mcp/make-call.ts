// `draw` and `say` for an MCP client: the tools of the agent, for hosts that the user named in the configuration. Nobody can be
// asked here, so for any other host they are not even offered.
import { accept, mediaUrl, type Outcome } from '@percept/core';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { producedWords } from '../loop/toolbox.ts';
import { MakingBudget, type Makers } from '../making/index.ts';
import { createDraw } from '../tools/draw.ts';
import { createSay } from '../tools/say.ts';
import { callView, openWorkspace, type CallParts } from './perceive-call.ts';

export type MakingTool = 'draw' | 'say';

/** What can be made here without asking anybody. */
export function offeredMakers({ image, speech }: Makers = {}): Makers {
  return {
    ...(image?.isConsented === true && { image }),
    ...(speech?.isConsented === true && { speech }),
  };
}

export async function callMake(
  tool: MakingTool,
  input: unknown,
  parts: CallParts,
): Promise<Outcome<CallToolResult>> {
  const { setup, limits, signal, onProgress } = parts;
  const workspace = await openWorkspace(parts);
  const { image, speech } = offeredMakers(setup.makers);
  // Each call is a turn of its own, with its own budget.
  const budget = new MakingBudget();
  const maker =
    tool === 'draw'
      ? createDraw(workspace, { maker: image, budget })
      : createSay(workspace, { maker: speech, budget });
  const made = await maker.run(input, { signal, onProgress });
  if (!made.ok) return made;
  const { block } = made.value;
  const words = { type: 'text', text: `[${producedWords(made.value)}]` } as const;
  const uri = mediaUrl(block.sha256);
  if (block.type === 'image') {
    // As large as the client takes it; the original is a resource.
    const shown = await callView({ ref: uri }, parts);
    return shown.ok ? accept({ ...shown.value, content: [words, ...shown.value.content] }) : shown;
  }
  const bytes = await workspace.store.get(block.sha256);
  if (!bytes.ok) return bytes;
  const data = Buffer.from(bytes.value).toString('base64');
  const sound: CallToolResult['content'][number] =
    data.length <= limits.maxResultChars
      ? { type: 'audio', data, mimeType: block.mime }
      : { type: 'resource_link', uri, name: block.sha256.slice(0, 12), mimeType: block.mime };
  return accept({ content: [words, sound] });
}
