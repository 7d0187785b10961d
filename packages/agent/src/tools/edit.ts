// `edit`: changes a text file that was read as it is now. What is asked for is what is written: the file is held from before
// the question until it is replaced, and whoever saved it meanwhile is not overwritten.
import { accept, refuse, type Outcome } from '@percept/core';
import { isRecord, questionLimits, quoted, readText } from '@percept/core/internal';
import { editPermission, type Replacement } from '@percept/core/internal/permission';
import { HeldFile } from './held-file.ts';
import { isStored } from './reference.ts';
import { decodeText, encodeText } from './text.ts';
import type { Tool } from './tool.ts';
import { checkWorkspace, type Workspace } from './workspace.ts';

export interface Edited {
  readonly path: string;
  readonly replaced: number;
  readonly bytes: number;
}

/**
 * The tool that changes a text file which was read before, and asks first.
 *
 * @example const edited = await createEdit({ ...workspace, permit }).run({ path: 'a.ts', old, new: replacement, token });
 */
export function createEdit(workspace: Workspace): Tool<Edited> {
  checkWorkspace('createEdit', workspace);
  return {
    name: 'edit',
    description:
      'Replace text in a file. Needs the token of the last read of this file; after an edit, read again before the next one.',
    capabilities: ['read', 'write'],
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        token: { type: 'string', description: 'The freshness token that read returned.' },
        old: {
          type: 'string',
          description: 'The text to replace; it must occur exactly once unless all is true.',
        },
        new: { type: 'string' },
        all: { type: 'boolean' },
      },
      required: ['path', 'token', 'old', 'new'],
      additionalProperties: false,
    },
    run: async (input, options = {}) => {
      const asked = parseInput(input);
      if (!asked.ok) return asked;
      const { path, token } = asked.value;
      if (isStored(path)) return refuse(notAFile);
      const held = await HeldFile.hold(workspace, path, options);
      if (!held.ok) return held;
      await using file = held.value;
      if (!workspace.freshness.isFresh(token, file.asked, file.bytes)) return refuse(stale);
      const before = decodeText(file.bytes);
      if (!before.ok) return before;
      const found = occurrences(before.value.text, asked.value);
      if (!found.ok) return found;
      const permission = editPermission({
        path: file.path,
        name: workspace.nameOf?.(file.path),
        asked: workspace.nameOf?.(file.asked) ?? file.asked,
        before: before.value.text,
        replacements: found.value,
      });
      if (!permission.ok) return permission;
      const { after } = permission.value.subject;
      const encoded = encodeText({ ...before.value, text: after });
      if (!encoded.ok) return encoded;
      if (!(await workspace.permit?.(permission.value, options.callId ?? '')))
        return refuse(notPermitted);
      const bytes = encoded.value;
      const written = await file.replace(bytes);
      if (!written.ok) return written;
      return accept({ path: file.path, replaced: found.value.length, bytes: bytes.length });
    },
  };
}

const notAFile = {
  refused: 'invalid-input',
  message: 'Only a file in the workspace can be edited.',
  hint: 'Give its path.',
} as const;

const stale = {
  refused: 'stale',
  message: 'The file was not read, or has changed since it was read.',
  hint: 'Read it with read, and edit with the token that comes with it. Looking with view gives none.',
} as const;

const notPermitted = {
  refused: 'forbidden',
  message: 'The edit was not permitted.',
  hint: 'Ask the user, or propose the change in words.',
} as const;

interface EditInput {
  readonly path: string;
  readonly token: string;
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

function parseInput(input: unknown): Outcome<EditInput> {
  const fields = isRecord(input) ? input : {};
  const path = readText(fields['path']);
  const token = readText(fields['token']) ?? '';
  const old = readText(fields['old']);
  const fresh = readText(fields['new']);
  if (path && old && fresh !== undefined)
    return accept({ path, token, old, new: fresh, all: fields['all'] === true });
  return refuse({
    refused: 'invalid-input',
    message: 'edit needs a path, a token, the old text and the new text.',
    hint: 'For example { "path": "a.txt", "token": "r1.…", "old": "colour", "new": "color" }.',
  });
}

function occurrences(text: string, edit: EditInput): Outcome<readonly Replacement[]> {
  const found: Replacement[] = [];
  const removed = edit.old.length;
  // Of more than can be shown, only as many are kept as say so.
  const most = Math.ceil(questionLimits.maxShownChars / removed) + 1;
  let count = 0;
  for (let at = text.indexOf(edit.old); at >= 0; at = text.indexOf(edit.old, at + removed)) {
    count += 1;
    if (count <= most) found.push({ at, removed, added: edit.new });
  }
  if (count === 0)
    return refuse({
      refused: 'invalid-input',
      message: `The text ${quoted(edit.old)} is not in the file.`,
      hint: 'Copy it exactly from what read returned, with its white space.',
    });
  if (count > 1 && !edit.all)
    return refuse({
      refused: 'invalid-input',
      message: `The text ${quoted(edit.old)} is in the file ${count} times.`,
      hint: 'Give more of the text around it, or set all to true.',
    });
  return accept(found);
}
