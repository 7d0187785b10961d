// The turns in order. A new question stands at the top and its answer grows below; whoever goes to the end stays there. Older
// turns come as they are scrolled to.
import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import type { SessionView } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';
import type { Chat } from '../state/chat.ts';
import { useStore } from '../state/store.ts';
import { picturesBefore } from './made-picture.tsx';
import { TurnView } from './turn-view.tsx';

interface ConversationProps {
  readonly view: SessionView;
  readonly chat: Chat;
}

const nearPx = 80;

export function Conversation({ view, chat }: ConversationProps): ReactElement {
  const { loadingEarlier } = useStore(chat.store);
  const frame = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const top = useRef<HTMLDivElement>(null);
  /** Whether the person went to the end and wants to stay there. */
  const follows = useRef(false);
  const byHand = useRef(false);
  const [away, setAway] = useState(false);
  const last = view.turns.at(-1)?.turn;
  const before = picturesBefore(view.turns);
  const toEnd = (): void => {
    const { current } = frame;
    if (current) current.scrollTop = current.scrollHeight;
  };
  const touched = (): void => {
    byHand.current = true;
  };

  // A new question goes to the top, and its answer is read from the beginning.
  useLayoutEffect(() => {
    follows.current = false;
    byHand.current = false;
    list.current?.lastElementChild?.scrollIntoView({ block: 'start' });
  }, [view.id, last]);

  useEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    const watcher = new ResizeObserver(() => {
      if (follows.current) toEnd();
    });
    watcher.observe(current);
    return () => watcher.disconnect();
  }, []);

  useEffect(() => {
    const { current } = top;
    if (!current || !view.hasEarlier) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void chat.earlier();
      },
      { root: frame.current, rootMargin: '1500px 0px 0px 0px' },
    );
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [view.hasEarlier, view.turns, chat]);

  const scrolled = (): void => {
    const { current } = frame;
    if (!current) return;
    const left = current.scrollHeight - current.scrollTop - current.clientHeight;
    if (byHand.current) follows.current = left < nearPx;
    setAway(left > current.clientHeight / 2);
  };
  return (
    <section
      ref={frame}
      className="conversation"
      aria-label="Conversation"
      tabIndex={0}
      onScroll={scrolled}
      onWheel={touched}
      onTouchMove={touched}
      onKeyDown={touched}
      onPointerDown={touched}
    >
      {view.hasEarlier && (
        <div ref={top} className="earlier">
          <button type="button" className="button small" onClick={() => void chat.earlier()}>
            {loadingEarlier ? <span className="spinner" /> : null}
            Earlier messages
          </button>
        </div>
      )}
      <ol ref={list} className="turns">
        {view.turns.map((turn, at) => (
          <TurnView
            key={turn.turn}
            turn={turn}
            chat={chat}
            running={view.running}
            isLast={turn.turn === last}
            before={before[at]}
          />
        ))}
      </ol>
      {away && (
        <button
          type="button"
          className="button to-end"
          onClick={() => {
            follows.current = true;
            toEnd();
          }}
        >
          <Icon name="down" />
          Newest
        </button>
      )}
    </section>
  );
}
