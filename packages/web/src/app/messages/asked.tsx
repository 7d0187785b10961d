// What a person sent: the media, the words, and what can still be done with it. While it is being edited the editor stands
// in its place, and leaving it gives the focus back to where it came from.
import { useRef, useState, type ReactElement } from 'react';
import type { Message } from '@percept/contract';
import { Envelopes } from '../parts/envelope.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { EditMessage } from './edit-message.tsx';

export interface AskedActions {
  readonly hasLater: boolean;
  /** Absent while a turn runs. */
  readonly onEdit: ((text: string, keeps: readonly number[]) => Promise<boolean>) | undefined;
  readonly onFork: (() => void) | undefined;
}

interface AskedProps {
  readonly message: Message;
  readonly actions: AskedActions;
}

export function Asked({ message, actions }: AskedProps): ReactElement {
  const { hasLater, onEdit, onFork } = actions;
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const { envelopes, facts } = message;
  if (editing && onEdit)
    return (
      <EditMessage
        message={message}
        hasLater={hasLater}
        onSend={onEdit}
        onLeave={() => {
          setEditing(false);
          requestAnimationFrame(() => edit.current?.focus());
        }}
      />
    );
  const media = envelopes.filter(({ type }) => type.startsWith('media.'));
  const words = envelopes.filter(({ type }) => !type.startsWith('media.'));
  return (
    <article className="asked" aria-label="You">
      {media.length > 0 && (
        <div className="asked-media wrap">
          <Envelopes envelopes={media} facts={facts} />
        </div>
      )}
      {words.length > 0 && (
        <div className="bubble" dir="auto">
          <Envelopes envelopes={words} />
        </div>
      )}
      <div className="asked-actions">
        {onEdit && (
          <IconButton
            icon="pen"
            className="small"
            ref={edit}
            label="Edit this message"
            title="Edit this message"
            onClick={() => setEditing(true)}
          />
        )}
        {onFork && (
          <IconButton
            icon="branch"
            className="small"
            label="Branch off after this answer"
            title="Branch off after this answer"
            onClick={onFork}
          />
        )}
      </div>
    </article>
  );
}
