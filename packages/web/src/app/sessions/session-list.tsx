// The conversations that there are: open one, begin one, or delete one after a question.
import { useState, type ReactElement } from 'react';
import type { SessionSummary } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { Modal } from '../parts/modal.tsx';
import { agoInWords } from '../words/figures.ts';

interface SessionListProps {
  readonly sessions: readonly SessionSummary[];
  readonly open: string | undefined;
  readonly hasMore: boolean;
  readonly onBegin: () => void;
  readonly onOpen: (id: string) => void;
  readonly onDelete: (id: string) => void;
  readonly onMore: () => void;
}

export function SessionList(props: SessionListProps): ReactElement {
  const { sessions, open, hasMore, onBegin, onOpen, onDelete, onMore } = props;
  const [doomed, setDoomed] = useState<SessionSummary>();
  const now = Date.now();
  return (
    <>
      <button type="button" className="button new-chat" onClick={onBegin}>
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
              onClick={() => onOpen(session.id)}
            >
              <span className="session-title" dir="auto">
                {session.title || 'Untitled'}
              </span>
              <span className="session-when">
                {session.running ? 'answering now' : agoInWords(Date.parse(session.updatedAt), now)}
              </span>
            </button>
            <IconButton
              icon="trash"
              className="session-delete"
              label={`Delete ${session.title || 'this conversation'}`}
              onClick={() => setDoomed(session)}
            />
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="button small" onClick={onMore}>
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
                onDelete(doomed.id);
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
