// What a person is asked before it happens: one object for every face. It shows the whole of what would be done, it names by
// a digest exactly that, and it says what an answer may cover. Whatever cannot be shown whole cannot be allowed.
import type { Json } from '../json.ts';
import { questionLimits } from '../limits.ts';
import { accept, refuse, type Outcome } from '../outcome.ts';
import { sha256 } from '../lens/sha256.ts';
import { changeLines, patchOf, replaced, type ChangeLine, type Replacement } from './change.ts';
import { isProtected } from './protected-path.ts';
import { spelled } from './spelled.ts';

/** What an answer covers: this one call, this file, this tool with these arguments, or everything of its kind; the last three
 * until the session ends. */
export type PermissionScope = 'once' | 'file' | 'arguments' | 'session';

export type PermissionAnswer = 'denied' | PermissionScope;

export interface Permission<Subject = EditSubject | CallSubject | MakeSubject> {
  readonly subject: Subject;
  /** One line each, spelled, and never cut. */
  readonly title: string;
  readonly notes: readonly string[];
  readonly lines: readonly ChangeLine[];
  /** In the order in which they are offered; `once` is always the first. */
  readonly scopes: readonly PermissionScope[];
  readonly digest: string;
}

export interface EditSubject {
  readonly kind: 'edit';
  /** Where the file really is. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** The change as git writes it. */
  readonly patch: string;
}

export interface CallSubject {
  readonly kind: 'server-call';
  readonly server: string;
  /** As the model calls it. */
  readonly tool: string;
  readonly input: Json;
  /** Differs when the server, or what it says of the tool, is another. */
  readonly identity: string;
}

export interface TrustSubject {
  readonly kind: 'trust';
  readonly path: string;
}

export interface TrustFile {
  readonly path: string;
  /** Of its content: what is trusted is exactly that. */
  readonly sha256: string;
  readonly text: string;
  /** What it wants that needs trust, as the end of "It wants to". */
  readonly asks: readonly string[];
  readonly isChanged: boolean;
}

/** Words, and perhaps a picture, that go to a model which draws or speaks. */
export interface MakeSubject {
  readonly kind: 'make';
  readonly tool: 'draw' | 'say';
  readonly model: string;
  readonly host: string;
  readonly input: Json;
}

export interface EditQuestion {
  readonly path: string;
  /** What the path is called on this face, where that is not the path. */
  readonly name?: string | undefined;
  /** As it was asked for, where a link led from there. */
  readonly asked?: string | undefined;
  readonly before: string;
  readonly replacements: readonly Replacement[];
}

export function editPermission(question: EditQuestion): Outcome<Permission<EditSubject>> {
  const { path, name = path, asked, before, replacements } = question;
  const isGuarded = isProtected(path);
  // Before anything is built of it: a short edit of many places can be a very long text.
  const changed = replacements.reduce((sum, { removed, added }) => sum + removed + added.length, 0);
  if (changed > questionLimits.maxShownChars) return tooLong(changed);
  if (before.length > questionLimits.maxEditedChars) return tooBig(before.length);
  const after = replaced(before, replacements);
  return shownWhole({
    subject: { kind: 'edit', path, before, after, patch: patchOf(path, before, replacements) },
    title: `Change ${spelled(name)}`,
    notes: [
      ...(asked === undefined || asked === path
        ? []
        : [`Asked for as ${spelled(asked)}, which is a link.`]),
      ...(isGuarded ? [guarded] : []),
    ],
    lines: changeLines(before, replacements),
    scopes: isGuarded ? ['once'] : ['once', 'file', 'session'],
    digest: digestOf(['edit', path, before, after]),
  });
}

const guarded =
  'This file can run code or says what is trusted; it is asked about every time, whatever else was allowed.';

export function callPermission(call: Omit<CallSubject, 'kind'>): Outcome<Permission<CallSubject>> {
  const { server, tool, input, identity } = call;
  const text = JSON.stringify(input, undefined, 2);
  if (text.length > questionLimits.maxShownChars) return tooLong(text.length);
  return shownWhole({
    subject: { kind: 'server-call', ...call },
    title: `Call ${spelled(tool)} of the MCP server ${spelled(server)}`,
    notes: [],
    lines: linesOf(text),
    scopes: ['once', 'arguments', 'session'],
    digest: digestOf(['call', identity, tool, input]),
  });
}

/** A file that came with a folder, whole, before its user says that it counts. */
export function trustPermission(file: TrustFile): Outcome<Permission<TrustSubject>> {
  const { path, sha256: digest, text, asks, isChanged } = file;
  if (text.length > questionLimits.maxShownChars) return tooLong(text.length);
  return shownWhole({
    subject: { kind: 'trust', path },
    title: `Trust ${spelled(path)}`,
    notes: [
      'This folder brings its own configuration. Without your trust it does none of this:',
      ...asks.map((ask) => `It wants to ${spelled(ask)}.`),
      ...(isChanged ? ['It has changed since you trusted it.'] : []),
    ],
    lines: linesOf(text),
    scopes: ['once'],
    digest,
  });
}

export interface MakeQuestion extends Omit<MakeSubject, 'kind'> {
  /** What it costs, as far as anybody knows; and what else leaves this machine. */
  readonly notes: readonly string[];
  /** What is to be drawn or said, whole. */
  readonly words: string;
}

/** What is drawn or said next is another thing, so beside once there is only the session. */
export function makePermission(question: MakeQuestion): Outcome<Permission<MakeSubject>> {
  const { notes, words, ...subject } = question;
  const { tool, model, host, input } = subject;
  return shownWhole({
    subject: { kind: 'make', ...subject },
    title: `${tool === 'draw' ? 'Draw a picture' : 'Say this aloud'} with ${spelled(model)} at ${spelled(host)}`,
    notes: notes.map(spelled),
    lines: linesOf(words),
    scopes: ['once', 'session'],
    digest: digestOf(['make', tool, model, host, input]),
  });
}

/** What an answer would cover, in the words of every face. */
export function scopeWords({ subject, title }: Permission, scope: PermissionScope): string {
  const what = subject.kind === 'edit' ? title.replace('Change ', '') : spelled(subject.tool);
  switch (scope) {
    case 'once':
      return 'Allow this time';
    case 'file':
      return `Allow changes to ${what} until this session ends`;
    case 'arguments':
      return `Allow ${what} with these arguments until this session ends`;
    case 'session':
      switch (subject.kind) {
        case 'edit':
          return 'Allow all edits until this session ends, except to protected files';
        case 'server-call':
          return `Allow ${what} with any arguments until this session ends`;
        case 'make':
          return `Allow ${what} with ${spelled(subject.model)} at ${spelled(subject.host)} until this session ends`;
      }
  }
}

function linesOf(text: string): readonly ChangeLine[] {
  return text.split('\n').map((line) => ({ change: 'same', text: spelled(line) }));
}

function shownWhole<Subject>(permission: Permission<Subject>): Outcome<Permission<Subject>> {
  const chars = permission.lines.reduce((sum, { text }) => sum + text.length + 1, 0);
  return chars > questionLimits.maxShownChars ? tooLong(chars) : accept(permission);
}

function tooLong(actual: number): Outcome<never> {
  const { maxShownChars } = questionLimits;
  return refuse({
    refused: 'too-large',
    message: `A question about this would show ${actual} characters, and at most ${maxShownChars} can be judged.`,
    hint: 'Do it in smaller steps.',
    limit: { name: 'maxShownChars', max: maxShownChars, actual },
  });
}

function tooBig(actual: number): Outcome<never> {
  const { maxEditedChars } = questionLimits;
  return refuse({
    refused: 'too-large',
    message: `The file has ${actual} characters, and files of at most ${maxEditedChars} are edited.`,
    hint: 'Propose the change in words.',
    limit: { name: 'maxEditedChars', max: maxEditedChars, actual },
  });
}

function digestOf(what: Json): string {
  return sha256(new TextEncoder().encode(JSON.stringify(what)));
}
