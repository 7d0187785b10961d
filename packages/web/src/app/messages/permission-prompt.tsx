// A file is about to be written, and the person decides. Both versions are shown; nothing is chosen beforehand.
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { Permission } from '@percept/host/contract';
import { Icon } from '../parts/icon.tsx';
import { changedLines } from './changed-lines.ts';

interface PromptProps {
  readonly permission: Permission;
  readonly onAnswer: (allowed: boolean) => void;
}

export function PermissionPrompt({ permission, onAnswer }: PromptProps): ReactElement {
  const [answered, setAnswered] = useState(false);
  const { path, before, after } = permission;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const answer = (allowed: boolean) => (): void => {
    setAnswered(true);
    onAnswer(allowed);
  };
  return (
    <section ref={section} className="permission" aria-label={`Permission to edit ${path}`}>
      <h2>
        <Icon name="pen" />
        <span>
          Edit <bdi className="mono">{path}</bdi>?
        </span>
      </h2>
      <pre className="lines" dir="ltr" tabIndex={0} aria-label="Changes">
        {changedLines(before, after).map(({ change, text }, at) => (
          // Lines have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} className={`line ${change}`}>
            {`${marks[change]} ${text}\n`}
          </span>
        ))}
      </pre>
      <div className="permission-row">
        <button type="button" className="button primary" disabled={answered} onClick={answer(true)}>
          Allow
        </button>
        <button type="button" className="button" disabled={answered} onClick={answer(false)}>
          Deny
        </button>
      </div>
    </section>
  );
}

const marks = { same: ' ', removed: '−', added: '+' } as const;
