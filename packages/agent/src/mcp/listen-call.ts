// `listen` for an MCP client: words about a sound, from whoever listens here.
import { accept, type Outcome } from '@percept/core';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { createListen } from '../tools/index.ts';
import type { McpHearing } from './hearing.ts';
import { openWorkspace, type CallParts } from './view-call.ts';

export async function callListen(
  input: unknown,
  hearing: McpHearing,
  parts: CallParts,
): Promise<Outcome<CallToolResult>> {
  const { signal, onProgress } = parts;
  // Clients take no sound in results: whatever the profile hears, words are handed out.
  const profile = { ...parts.setup.profile, audioTypes: [] };
  const workspace = { ...(await openWorkspace(parts)), profile: () => profile };
  onProgress(`${hearing.model} is listening`);
  const heard = await createListen(workspace, () => hearing.listen).run(input, {
    signal,
    onProgress,
  });
  if (!heard.ok) return heard;
  const { caption, words = '' } = heard.value;
  return accept({ content: [{ type: 'text', text: `${caption}\n${words}` }] });
}
