// One step of a run: what it shows, what it writes at this moment, and what it had to say about media.
import type { ReactElement } from 'react';
import type { RunLine, RunStep } from '@percept/contract';
import { Chip } from '../parts/chip.tsx';
import { EnvelopeView } from '../parts/envelope.tsx';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { statusInWords } from './run-words.ts';

interface RunStepProps {
  readonly step: RunStep;
  /** Of this step. */
  readonly lines: readonly RunLine[];
  readonly onBranch: (() => void) | undefined;
}

export function RunStepView({ step, lines, onBranch }: RunStepProps): ReactElement {
  const { words, tone, icon } = statusInWords(step.status);
  const running = step.status === 'running';
  const writing = running ? lines.map(({ piece }) => piece ?? '').join('') : '';
  const notes = lines.filter((line) => line.tone !== 'plain' && line.type !== 'node.failed');
  return (
    <li className="run-step card" data-step={step.id} aria-busy={running}>
      <header className="run-step-head wrap">
        <h4 dir="auto">{step.id}</h4>
        <Chip tone={tone} icon={icon}>
          {words}
        </Chip>
        {onBranch && (
          <IconButton
            icon="branch"
            className="small"
            label={`Run again from ${step.id} on`}
            title="Run again from here"
            onClick={onBranch}
          />
        )}
      </header>
      <p className="mono quiet run-step-kind">{step.kind}</p>
      {step.attempts > 1 && <p className="quiet">Attempt {step.attempts}</p>}
      {notes.map((line) => (
        <p key={line.sequence} className={`run-note ${line.tone}`} dir="auto">
          <Icon name={line.tone === 'refused' ? 'warn' : 'info'} />
          <span>{line.words}</span>
        </p>
      ))}
      {step.error && (
        <p className="run-note refused" dir="auto">
          <Icon name="warn" />
          <span>
            {step.error.message} <span className="mono">({step.error.code})</span>
          </span>
        </p>
      )}
      {lines.flatMap(({ envelopes, facts }) =>
        envelopes.map((envelope) => (
          <div key={envelope.envelopeId + envelope.type} dir="auto">
            <EnvelopeView envelope={envelope} facts={facts} />
          </div>
        )),
      )}
      {writing !== '' && (
        <p className="run-writing" dir="auto">
          {writing}
        </p>
      )}
      {running && writing === '' && (
        <p className="working row">
          <span className="spinner" aria-hidden="true" />
          Working…
        </p>
      )}
    </li>
  );
}
