// How a client is asked, whichever version it speaks: the question in the client's words, and its answer in ours. What is
// hidden or cannot be drawn is spelled beside the diff, because a client may show the diff as it likes.
import {
  scopeWords,
  type Permission,
  type PermissionAnswer,
} from '@percept/core/internal/permission';
import { pathsIn } from '../loop/replay.ts';
import { rawInput, type CallFacts, callFacts } from './content.ts';

/** The versions write a diff differently. */
interface QuestionDiff {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  readonly patch: string;
}

export interface Question {
  readonly title: string;
  readonly facts: CallFacts & { readonly rawInput?: unknown };
  /** Always there for an edit. */
  readonly diff?: QuestionDiff;
  /** Whole, and spelled: what stands here is what would happen. */
  readonly words: { type: 'content'; content: { type: 'text'; text: string } };
  readonly options: {
    optionId: string;
    name: string;
    kind: 'allow_once' | 'allow_always' | 'reject_once';
  }[];
}

export function questionOf(permission: Permission, cwd: string): Question {
  const { subject, title } = permission;
  const options: Question['options'] = [
    ...permission.scopes.map((scope) => ({
      optionId: scope,
      name: scopeWords(permission, scope),
      kind: scope === 'once' ? ('allow_once' as const) : ('allow_always' as const),
    })),
    { optionId: denied, name: 'Reject', kind: 'reject_once' },
  ];
  const words = { type: 'content', content: { type: 'text', text: wordsOf(permission) } } as const;
  const shared = { title, words, options };
  if (subject.kind === 'edit') {
    const { path, before, after, patch } = subject;
    const diff = { path, oldText: before, newText: after, patch };
    return { ...shared, facts: { ...callFacts('edit', [path], cwd), title }, diff };
  }
  // A call of a server, or something that is made: both are what the model asked for.
  const { tool, input } = subject;
  const facts = { ...callFacts(tool, pathsIn({ input }), cwd), title, rawInput: rawInput(input) };
  return { ...shared, facts };
}

/** An option that was not offered is a no. */
export function answerIn(permission: Permission, optionId: string): PermissionAnswer {
  return permission.scopes.find((scope) => scope === optionId) ?? denied;
}

const denied = 'denied';
const marks = { same: ' ', removed: '-', added: '+', gap: '@' } as const;

function wordsOf({ title, notes, lines }: Permission): string {
  return [title, ...notes, ...lines.map(({ change, text }) => `${marks[change]} ${text}`)].join(
    '\n',
  );
}
