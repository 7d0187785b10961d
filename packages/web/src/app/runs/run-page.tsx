// One run: what it is doing, step by step, what came of it, what it cost, and what can be done with it.
import type { ReactElement } from 'react';
import type { RunFork, RunLine, RunView } from '@percept/contract';
import { Chip } from '../parts/chip.tsx';
import { Icon } from '../parts/icon.tsx';
import { hashOf } from '../state/address.ts';
import type { Runs } from '../state/runs.ts';
import { useStore } from '../state/store.ts';
import { agoInWords } from '../words/figures.ts';
import { RunBill } from './run-bill.tsx';
import { RunEvents } from './run-events.tsx';
import { RunQuestionForm } from './run-question.tsx';
import { RunStepView } from './run-step.tsx';
import { statusInWords } from './run-words.ts';

interface RunPageProps {
  readonly runs: Runs;
  /** A new run was made of this one. */
  readonly onForked: (id: string) => void;
}

export function RunPage({ runs, onForked }: RunPageProps): ReactElement {
  const { wanted, view, lines, runs: listed, failure } = useStore(runs.store);
  const fork = async (how: RunFork): Promise<void> => {
    const id = await runs.fork(how);
    if (id !== undefined) onForked(id);
  };
  return (
    <section key={wanted} className="run-frame" id="run" aria-label="Run" tabIndex={0}>
      {wanted === undefined && <NoRun any={listed !== undefined && listed.length > 0} />}
      {wanted !== undefined && !view && !failure && <p className="loading">Opening the run…</p>}
      {view && (
        <article className="run">
          <RunHead
            view={view}
            onCancel={() => void runs.cancel()}
            onFork={(how) => void fork(how)}
          />
          {view.error &&
            !view.steps.some(({ error }) => error?.message === view.error?.message) && (
              <p className="banner refused" role="alert">
                <Icon name="warn" />
                <span dir="auto">
                  {view.error.message} <span className="mono">({view.error.code})</span>
                </span>
              </p>
            )}
          {view.question && (
            <RunQuestionForm
              key={`${view.question.step} ${lines.length}`}
              question={view.question}
              mayAnswer={view.may.includes('answer')}
              onAnswer={(step, answer) => runs.answer(step, answer)}
            />
          )}
          <h3>Steps</h3>
          <ol className="stack">
            {view.steps.map((step) => (
              <RunStepView
                key={step.id}
                step={step}
                lines={lines.filter((line) => line.step === step.id)}
                onBranch={
                  view.may.includes('fork') && step.status !== 'waiting'
                    ? () => void fork({ mode: 'branch', fromSeq: beginning(lines, step.id) })
                    : undefined
                }
              />
            ))}
          </ol>
          <RunBill bill={view.bill} />
          <RunEvents lines={lines} />
        </article>
      )}
      <p className="visually-hidden" role="status" aria-live="polite">
        {view && `The run ${view.workflow}: ${statusInWords(view.status).words}.`}
      </p>
    </section>
  );
}

function NoRun({ any }: { readonly any: boolean }): ReactElement {
  return (
    <div className="run-empty">
      <h2>Runs</h2>
      {any ? (
        <p>Choose a run to see its steps, what it made and what it cost.</p>
      ) : (
        <>
          <p>
            No run yet. Programs start runs of workflows over OpenWOP, and each appears here while
            it works. Try it; your token is in the file serve-token of the data folder:
          </p>
          <pre className="json" tabIndex={0} aria-label="How to start a run">
            {`curl -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -d '{"workflowId":"percept-view","inputs":{"text":"# Hello"}}' \\
  ${location.origin}/v1/runs`}
          </pre>
        </>
      )}
    </div>
  );
}

interface RunHeadProps {
  readonly view: RunView;
  readonly onCancel: () => void;
  readonly onFork: (fork: RunFork) => void;
}

function RunHead({ view, onCancel, onFork }: RunHeadProps): ReactElement {
  const { words, tone, icon } = statusInWords(view.status);
  const { forkedFrom, may } = view;
  return (
    <header className="run-head">
      <div className="run-name wrap">
        <h2 dir="auto">{view.workflow}</h2>
        <Chip tone={tone} icon={icon}>
          {words}
        </Chip>
      </div>
      <p className="quiet">
        Started {agoInWords(Date.parse(view.startedAt), Date.now())} by{' '}
        <span dir="auto">{view.principal}</span>
        {forkedFrom && (
          <>
            {' · '}
            {forkedFrom.mode === 'replay' ? 'a replay of ' : 'a branch of '}
            <a href={hashOf({ at: 'runs', run: forkedFrom.run })}>another run</a>
          </>
        )}
      </p>
      <p className="quiet mono run-id">{view.id}</p>
      <div className="run-actions wrap">
        {may.includes('cancel') && (
          <button type="button" className="button small" onClick={onCancel}>
            <Icon name="stop" />
            Cancel the run
          </button>
        )}
        {may.includes('fork') && (
          <>
            <button
              type="button"
              className="button small"
              title="A new run that repeats what was recorded; no model is asked"
              onClick={() => onFork({ mode: 'replay', fromSeq: 0 })}
            >
              <Icon name="retry" />
              Replay
            </button>
            <button
              type="button"
              className="button small"
              title="A new run that does all of it again"
              onClick={() => onFork({ mode: 'branch', fromSeq: 0 })}
            >
              <Icon name="branch" />
              Run again
            </button>
          </>
        )}
      </div>
    </header>
  );
}

/** Where the step began: what comes from there on is done again. */
function beginning(lines: readonly RunLine[], step: string): number {
  return lines.find((line) => line.step === step)?.sequence ?? 0;
}
