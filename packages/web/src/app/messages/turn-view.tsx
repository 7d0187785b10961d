// One question and everything that came of it. A turn that did not change is not drawn again, and one that is out of sight
// costs nothing (see messages.css).
import { memo, type ReactElement } from 'react';
import type { Envelope } from '@percept/core/envelope';
import type { ModelUsage, Turn, TurnUsage } from '@percept/contract';
import { SawPanel } from '../saw/saw-panel.tsx';
import type { Chat } from '../state/chat.ts';
import { countInWords, dollarsInWords } from '../words/figures.ts';
import { newestPicture } from './made-picture.tsx';
import { MessageView } from './message-view.tsx';
import { PermissionPrompt } from './permission-prompt.tsx';
import { TurnEndLine } from './turn-end.tsx';

interface TurnViewProps {
  readonly turn: Turn;
  readonly chat: Chat;
  /** Whether any turn runs, which is the last one. */
  readonly running: boolean;
  readonly isLast: boolean;
  /** The newest picture of the turns before. */
  readonly before: Envelope | undefined;
}

export const TurnView = memo(function TurnView(props: TurnViewProps): ReactElement {
  const { turn, chat, isLast, before } = props;
  const running = props.running && isLast;
  const actions = {
    hasLater: !isLast,
    onEdit: props.running
      ? undefined
      : (text: string, keeps: readonly number[]) => chat.edit(turn.turn, text, keeps),
    onFork: running ? undefined : () => void chat.fork(turn.turn),
  };
  const canRetry = turn.end !== 'answered' && !running && isLast;
  return (
    <li className="turn" data-turn={turn.turn} aria-busy={running}>
      {turn.messages.map((message, at) => (
        <MessageView
          key={message.id}
          message={message}
          before={newestPicture(turn.messages.slice(0, at)) ?? before}
          actions={actions}
        />
      ))}
      {turn.permissions.map((permission) => (
        <PermissionPrompt
          key={permission.id}
          permission={permission}
          onAnswer={(answer) => chat.answer(permission, answer)}
        />
      ))}
      {running && turn.permissions.length === 0 && <Working turn={turn} />}
      <TurnEndLine
        turn={turn}
        running={running}
        onRetry={canRetry ? () => void chat.again(turn.turn) : undefined}
      />
      <SawPanel sightings={turn.sightings} />
      <Usage turn={turn} />
    </li>
  );
});

function Working({ turn }: { readonly turn: Turn }): ReactElement | null {
  const last = turn.messages.at(-1);
  if (last?.role === 'assistant') return null;
  const words = last?.role === 'tool' ? `Using ${last.tool?.name ?? 'a tool'}` : 'Looking';
  return (
    <p className="working row">
      <span className="spinner" aria-hidden="true" />
      {words}…
    </p>
  );
}

function Usage({ turn: { usage, model } }: { readonly turn: Turn }): ReactElement | null {
  if (!usage || usage.inputTokens + usage.outputTokens === 0) return null;
  const helped = usage.models.length > 1 ? usage.models : [];
  return (
    <div className="usage fine figures">
      <p>
        {model} · {spentInWords(usage)}
      </p>
      {helped.map((row) => (
        <p key={`${row.model} ${row.host} ${row.purpose}`}>
          {row.model} {purposes[row.purpose]} · {spentInWords(row)}
        </p>
      ))}
    </div>
  );
}

const purposes: Readonly<Record<ModelUsage['purpose'], string>> = {
  answer: 'answered',
  describe: 'looked',
  summary: 'summarised',
  draw: 'drew',
  say: 'spoke',
};

function spentInWords(spent: Omit<TurnUsage, 'models'>): string {
  const about = spent.source === 'estimate' ? '≈ ' : '';
  const cost = spent.costUsd === undefined ? '' : ` · ${dollarsInWords(spent.costUsd)}`;
  return `${about}${countInWords(spent.inputTokens)} tokens in, ${countInWords(spent.outputTokens)} out${cost}`;
}
