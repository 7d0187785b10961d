// What a run waits for: a yes or no, or answers in words. An answer that did not reach the server can be given again.
import { useId, useState, type ReactElement } from 'react';
import type { RunAnswer, RunQuestion } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';

interface RunQuestionProps {
  readonly question: RunQuestion;
  readonly mayAnswer: boolean;
  readonly onAnswer: (step: string, answer: RunAnswer) => Promise<boolean>;
}

export function RunQuestionForm({ question, mayAnswer, onAnswer }: RunQuestionProps): ReactElement {
  const id = useId();
  const [sent, setSent] = useState(false);
  const give = async (resumeValue: RunAnswer['resumeValue']): Promise<void> => {
    setSent(true);
    const reached = await onAnswer(question.step, { resumeValue });
    if (!reached) setSent(false);
  };
  return (
    <section className="run-question" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="row" dir="auto">
        <Icon name="info" />
        {question.kind === 'approval' ? question.title : 'The run asks'}
      </h3>
      {question.kind === 'approval' ? (
        <>
          {question.description !== undefined && <p dir="auto">{question.description}</p>}
          {mayAnswer && (
            <div className="run-actions wrap">
              {question.actions.map((action) => (
                <button
                  key={action}
                  type="button"
                  className={`button small ${action === 'accept' ? 'primary' : ''}`}
                  disabled={sent}
                  onClick={() => void give({ action })}
                >
                  {actions[action] ?? action}
                </button>
              ))}
            </div>
          )}
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const fields = new FormData(event.currentTarget);
            const answers = Object.fromEntries<string>(
              question.questions.map((asked) => {
                const given = fields.get(asked.id);
                return [asked.id, typeof given === 'string' ? given : ''];
              }),
            );
            void give({ answers });
          }}
        >
          {question.questions.map((asked) => (
            <label key={asked.id} className="run-field">
              <span dir="auto">{asked.question}</span>
              <input name={asked.id} required autoComplete="off" disabled={!mayAnswer} dir="auto" />
            </label>
          ))}
          {mayAnswer && (
            <button type="submit" className="button small primary" disabled={sent}>
              Answer
            </button>
          )}
        </form>
      )}
      {!mayAnswer && <p className="quiet">You may not answer this here.</p>}
    </section>
  );
}

const actions: Readonly<Record<string, string>> = { accept: 'Accept', reject: 'Reject' };
