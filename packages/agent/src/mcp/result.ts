// What a tool answers in MCP: pictures with their captions beside them, and a refusal as a result that a model reads,
// never as a protocol error. A picture never travels with structured content: several clients hand their model the one
// instead of the other, and it would not see. Programs find the facts in `_meta`.
import { mediaUrl, type JsonObject, type Refusal } from '@percept/core';
import { oneLine, perceptionFacts } from '@percept/core/internal';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Perception, Seen } from '../tools/index.ts';

/** Under which name `_meta` of a view holds its facts. */
const factsKey = 'percept/view';

export interface Shown {
  readonly perception: Perception;
  readonly base64: string;
}

export interface ViewAnswer {
  readonly seen: Seen;
  readonly shown: readonly Shown[];
  /** Pages that were drawn, and are left out because the result would be too large for the client. */
  readonly omittedPages: readonly number[];
  /** One line per shown picture, notes behind the last. */
  readonly captions: readonly string[];
  /** What the configured model said to the question, one for each shown picture; untrusted and fenced. */
  readonly answers: readonly string[];
}

export function viewResult({
  seen,
  shown,
  omittedPages,
  captions,
  answers,
}: ViewAnswer): CallToolResult {
  const content: CallToolResult['content'] = [];
  captions.forEach((text, at) => {
    content.push({ type: 'text', text });
    const picture = shown[at];
    if (picture) {
      const { mime } = picture.perception.block;
      content.push({ type: 'image', data: picture.base64, mimeType: mime });
      const answer = answers[at];
      if (answer !== undefined) content.push({ type: 'text', text: answer });
    }
  });
  if (omittedPages.length > 0) content.push({ type: 'text', text: omission(omittedPages) });
  const facts: JsonObject = {
    ref: oneLine(seen.ref, 4096),
    pageCount: seen.pageCount,
    images: shown.map(({ perception }) => factsOf(perception)),
    warnings: seen.warnings.map((warning) => oneLine(warning, 300)),
    ...(omittedPages.length > 0 && { omittedPages: [...omittedPages] }),
    ...(seen.frames !== undefined && { frames: seen.frames }),
    ...(seen.question !== undefined && { question: seen.question }),
  };
  return { content, _meta: { [factsKey]: facts } };
}

export function refusalResult(refusal: Refusal): CallToolResult {
  const { refused, message, hint, limit } = refusal;
  return {
    isError: true,
    content: [{ type: 'text', text: `Refused (${refused}): ${message} ${hint}` }],
    structuredContent: { refused, message, hint, ...(limit && { limit: { ...limit } }) },
  };
}

function factsOf(perception: Perception): JsonObject {
  const { block, estimatedTokens } = perception;
  return {
    uri: mediaUrl(block.sha256),
    mimeType: block.mime,
    ...perceptionFacts(perception),
    ...(estimatedTokens !== undefined && { estimatedTokens }),
  };
}

function omission(pages: readonly number[]): string {
  const which = pages.length === 1 ? `Page ${pages[0]} is` : `Pages ${pages.join(', ')} are`;
  return `Note: ${which} not shown, because the result would be too large. Ask for fewer pages at a time.`;
}
