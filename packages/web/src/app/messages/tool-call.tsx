// What a tool was asked and what it answered: one line until somebody wants to know more, and pictures always in sight.
import type { ReactElement } from 'react';
import { isRecord, readText } from '@percept/core/internal';
import type { Message } from '@percept/contract';
import { Envelopes } from '../parts/envelope.tsx';
import { Icon } from '../parts/icon.tsx';

const states = { called: 'working', succeeded: 'done', failed: 'failed' } as const;

export function ToolCall({ message }: { readonly message: Message }): ReactElement {
  const { tool, envelopes, facts } = message;
  const media = envelopes.filter(({ type }) => type.startsWith('media.'));
  const others = envelopes.filter(({ type }) => !type.startsWith('media.'));
  const name = tool?.name ?? 'tool';
  const state = tool?.state ?? 'called';
  return (
    <article className={`tool card ${state}`} aria-label={`Tool ${name}`}>
      <details className="fold">
        <summary className="row">
          <Icon name="chevron" />
          <Icon name="tool" />
          <span className="tool-name">{name}</span>
          <span className="tool-about one-line" dir="auto">
            {aboutOf(message)}
          </span>
          <span className={`tool-state ${state}`}>
            {state === 'called' && <span className="spinner" aria-hidden="true" />}
            {states[state]}
          </span>
        </summary>
        <div className="fold-body">
          <Envelopes envelopes={others} />
        </div>
      </details>
      {media.length > 0 && (
        <div className="tool-media">
          <Envelopes envelopes={media} facts={facts} />
        </div>
      )}
    </article>
  );
}

/** The one argument that tells what it is about. */
function aboutOf({ envelopes }: Message): string {
  for (const { payload } of envelopes) {
    const input = isRecord(payload) ? payload['input'] : undefined;
    if (!isRecord(input)) continue;
    const about = readText(input['ref']) ?? readText(input['path']) ?? readText(input['question']);
    if (about !== undefined) return about;
  }
  return '';
}
