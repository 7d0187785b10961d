// The conversations that there are: open one, begin one, or delete one after a question.
import { useState, type ReactElement } from 'react';
import type { SessionSummary } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { Modal } from '../parts/modal.tsx';
import type { Chat } from '../state/chat.ts';
import { useStore } from '../state/store.ts';
import { agoInWords } from '../words/figures.ts';

interface SessionListProps {
  readonly chat: Chat;
  readonly onOpened: () => void;
}

export function SessionList({ chat, onOpened }: SessionListProps): ReactElement {
  const { sessions, nextSessions, view, opening } = useStore(chat.store);
  const open = view?.id ?? opening;
  const [doomed, setDoomed] = useState<SessionSummary>();
  const now = Date.now();
  return (
    <>
      <button
        type="button"
        className="button new-chat"
        onClick={() => {
          chat.begin();
          onOpened();
        }}
      >
        <Icon name="plus" />
        New conversation
      </button>
      {sessions.length === 0 && <p className="quiet">Your conversations appear here.</p>}
      <ul className="sessions">
        {sessions.map((session) => (
          <li key={session.id} className="session">
            <button
              type="button"
              className="session-open"
              aria-current={session.id === open ? 'page' : undefined}
              onClick={() => {
                void chat.open(session.id);
                onOpened();
              }}
            >
              <span className="session-title one-line" dir="auto">
                {session.title || 'Untitled'}
              </span>
              <span className="fine">
                {session.running ? 'answering now' : agoInWords(Date.parse(session.updatedAt), now)}
              </span>
            </button>
            <IconButton
              icon="trash"
              className="session-delete small"
              label={`Delete ${session.title || 'this conversation'}`}
              onClick={() => setDoomed(session)}
            />
          </li>
        ))}
      </ul>
      {nextSessions !== undefined && (
        <button type="button" className="button small" onClick={() => void chat.moreSessions()}>
          Show more
        </button>
      )}
      {doomed && (
        <Modal
          label="Delete the conversation"
          className="confirm"
          onClose={() => setDoomed(undefined)}
        >
          <h2>Delete this conversation?</h2>
          <p dir="auto">
            “{doomed.title || 'Untitled'}” and its record are removed from this machine. This cannot
            be undone.
          </p>
          <div className="confirm-row">
            <button type="button" className="button" onClick={() => setDoomed(undefined)}>
              Keep it
            </button>
            <button
              type="button"
              className="button danger"
              onClick={() => {
                void chat.remove(doomed.id);
                setDoomed(undefined);
              }}
            >
              Delete
            </button>
          </div>
        </Modal>
      )}
    </>
  );
}
