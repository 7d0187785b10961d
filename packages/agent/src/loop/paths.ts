// Which files a call is about, for clients that follow along. Stored media and attachments have no path.
import { isRecord, readText } from '@percept/core/internal';
import { type ToolCallPart } from '@percept/core';

export function pathsIn({ input }: Pick<ToolCallPart, 'input'>): readonly string[] {
  if (!isRecord(input)) return [];
  const path = readText(input['path']) ?? readText(input['ref']) ?? readText(input['from']);
  return path === undefined || /^(media|attachment|data|https?):/.test(path) ? [] : [path];
}
