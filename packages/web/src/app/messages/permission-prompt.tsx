// Something is about to happen, and the person decides. All of it is shown, spelled and in lines that are never cut; nothing is
// chosen beforehand, and no answer is taken before the question was in sight for a moment and its end was reached.
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import type { ChangeLine, PermissionAnswer } from '@percept/core/internal/permission';
import type { Permission } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';

interface PromptProps {
  readonly permission: Permission;
  /** False when the answer did not arrive. */
  readonly onAnswer: (answer: PermissionAnswer) => Promise<boolean>;
}

/** Whoever clicked for something else a moment ago has not read this. */
const inSightMs = 700;

export function PermissionPrompt({ permission, onAnswer }: PromptProps): ReactElement {
  const [answered, setAnswered] = useState(false);
  const { title, notes, lines, offers } = permission;
  const section = useRef<HTMLElement>(null);
  const text = useRef<HTMLPreElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const wasInSight = useInSight(section);
  const [isRead, onScroll] = useReadToEnd(text);
  const answer = (given: PermissionAnswer) => (): void => {
    setAnswered(true);
    void onAnswer(given).then(setAnswered);
  };
  const isReady = wasInSight && isRead && !answered;
  return (
    <section ref={section} className="permission" aria-label={`Question: ${title}`}>
      <h2 className="row">
        <Icon name="pen" />
        <span>
          <bdi className="mono">{title}</bdi>?
        </span>
      </h2>
      <p className="beside">{countsOf(lines)}</p>
      {notes.map((note) => (
        <p key={note} className="permission-note refused">
          {note}
        </p>
      ))}
      <pre
        ref={text}
        className="lines"
        dir="ltr"
        tabIndex={0}
        aria-label="All of it"
        onScroll={onScroll}
      >
        {blocksOf(lines).map(({ change, texts }, at) => (
          // Blocks have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} className={`line ${change}`}>
            {texts.map((line) => `${marks[change]} ${line}\n`).join('')}
          </span>
        ))}
      </pre>
      <div className="permission-row wrap" onKeyDown={withoutRepeats}>
        {offers.map(({ scope, words }) => (
          <button
            key={scope}
            type="button"
            className={scope === 'once' ? 'button primary' : 'button'}
            disabled={!isReady}
            onClick={answer(scope)}
          >
            {words}
          </button>
        ))}
        <button type="button" className="button" disabled={answered} onClick={answer('denied')}>
          Deny
        </button>
      </div>
      {!isRead && <p className="beside">Scroll to the end to allow it.</p>}
    </section>
  );
}

const marks = { same: ' ', removed: '−', added: '+', gap: '@' } as const;

/** A key that is held down answers nothing. */
function withoutRepeats(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}

/** Whether it has been in sight, on a page that is in sight, for a moment without a pause. */
function useInSight(section: RefObject<HTMLElement | null>): boolean {
  const [wasInSight, setWasInSight] = useState(false);
  useEffect(() => {
    const { current } = section;
    if (!current || wasInSight) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isNear = false;
    const look = (): void => {
      clearTimeout(timer);
      if (isNear && document.visibilityState === 'visible')
        timer = setTimeout(() => setWasInSight(true), inSightMs);
    };
    const observer = new IntersectionObserver((entries) => {
      isNear = entries.some(({ isIntersecting }) => isIntersecting);
      look();
    });
    observer.observe(current);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [section, wasInSight]);
  return wasInSight;
}

function useReadToEnd(text: RefObject<HTMLElement | null>): readonly [boolean, () => void] {
  const [isRead, setIsRead] = useState(false);
  const look = (): void => {
    const { current } = text;
    if (current && current.scrollTop + current.clientHeight >= current.scrollHeight - 4)
      setIsRead(true);
  };
  useEffect(look, [text]);
  return [isRead, look];
}

function countsOf(lines: readonly ChangeLine[]): string {
  const count = (change: ChangeLine['change']): number =>
    lines.filter((line) => line.change === change).length;
  const [removed, added] = [count('removed'), count('added')];
  return removed + added === 0
    ? `${lines.length} lines, shown whole`
    : `−${removed} +${added} lines, shown whole`;
}

/** Neighbours of one kind together: a long change is a few elements and not thousands. */
function blocksOf(lines: readonly ChangeLine[]) {
  const blocks: { change: ChangeLine['change']; texts: string[] }[] = [];
  for (const { change, text } of lines) {
    const last = blocks.at(-1);
    if (last?.change === change) last.texts.push(text);
    else blocks.push({ change, texts: [text] });
  }
  return blocks;
}
