// Each envelope of the session: kind, hint, whether it is valid, and its payload.
import type { ReactElement } from 'react';
import type { Inspected, Timeline } from '@percept/contract';
import { Chip } from '../parts/chip.tsx';
import { JsonText } from './json-text.tsx';

export function EnvelopeList({ entries }: Pick<Timeline, 'entries'>): ReactElement {
  const found = entries.flatMap(({ seq, envelopes }) =>
    envelopes.map((inspected, at) => ({ key: `${seq}-${at}`, seq, inspected })),
  );
  return (
    <ul className="inspected stack">
      {found.map(({ key, seq, inspected }) => (
        <li key={key}>
          <One inspected={inspected} seq={seq} />
        </li>
      ))}
    </ul>
  );
}

function One({
  inspected: { envelope, hint, validation },
  seq,
}: {
  readonly inspected: Inspected;
  readonly seq: number;
}): ReactElement {
  const given = Object.entries(hint ?? {});
  return (
    <article className="envelope-card card" data-envelope={envelope.envelopeId}>
      <header className="row">
        <h3 className="mono">{envelope.type}</h3>
        {validation.valid ? (
          <Chip tone="plain" icon="check">
            valid
          </Chip>
        ) : (
          <Chip tone="refused" icon="warn">
            not valid
          </Chip>
        )}
      </header>
      <p className="fine figures">
        entry {seq} · {envelope.meta.source} · {envelope.meta.ts}
      </p>
      {!validation.valid && (
        <ul className="problems">
          {validation.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <h4>Rendering hint</h4>
      {given.length === 0 ? (
        <p className="quiet">None: it is drawn in the default way.</p>
      ) : (
        <dl className="facts hint">
          {given.map(([name, value]) => (
            <div key={name} data-hint={name}>
              <dt>{name}</dt>
              <dd dir="auto">{String(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <details>
        <summary>Payload</summary>
        <JsonText value={envelope.payload} label="Payload" />
      </details>
      <details>
        <summary>Whole envelope</summary>
        <JsonText value={envelope} label="Envelope" />
      </details>
    </article>
  );
}
