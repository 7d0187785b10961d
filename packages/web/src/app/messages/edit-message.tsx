// A message that was sent, to be written anew: with its words and its media, less what is taken out. Nothing happens to the
// conversation before it is sent, and whoever leaves without sending leaves everything as it is.
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { Message } from '@percept/contract';
import { isRecord, readText } from '@percept/core/internal';
import { EnvelopeView } from '../parts/envelope.tsx';
import { IconButton } from '../parts/icon-button.tsx';

interface EditMessageProps {
  readonly message: Message;
  /** Whether turns came after it: they count no more once it is sent. */
  readonly hasLater: boolean;
  /** Whether it reached the server. `keeps`: the places of the media that stays. */
  readonly onSend: (text: string, keeps: readonly number[]) => Promise<boolean>;
  readonly onLeave: () => void;
}

export function EditMessage({
  message,
  hasLater,
  onSend,
  onLeave,
}: EditMessageProps): ReactElement {
  const media = message.envelopes.flatMap((envelope, place) =>
    envelope.type.startsWith('media.') ? [{ envelope, place }] : [],
  );
  const [text, setText] = useState(() => textIn(message));
  const [kept, setKept] = useState<readonly number[]>(() => media.map(({ place }) => place));
  const [sending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const empty = text.trim() === '' && kept.length === 0;

  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);

  const send = async (): Promise<void> => {
    if (empty || sending) return;
    setSending(true);
    if (await onSend(text, kept)) onLeave();
    else setSending(false);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onLeave();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void send();
  };

  return (
    <form
      className="edit"
      aria-label="Edit the message"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {media.length > 0 && (
        <ul className="edit-media wrap">
          {media
            .filter(({ place }) => kept.includes(place))
            .map(({ envelope, place }, at) => (
              <li key={envelope.envelopeId}>
                <EnvelopeView envelope={envelope} facts={message.facts} />
                <IconButton
                  icon="close"
                  label={`Take ${nameOf(envelope.meta.rendering?.alt, at)} out`}
                  title="Take it out"
                  onClick={() => {
                    setKept(kept.filter((other) => other !== place));
                    field.current?.focus();
                  }}
                />
              </li>
            ))}
        </ul>
      )}
      <textarea
        ref={field}
        dir="auto"
        rows={2}
        aria-label="Message, edited"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      {hasLater && (
        <p className="quiet">What came after it is not shown any more once it is sent.</p>
      )}
      <div className="edit-row wrap">
        <button type="button" className="button small" onClick={onLeave}>
          Leave it as it is
        </button>
        <button type="submit" className="button small primary" aria-disabled={empty || sending}>
          Send again
        </button>
      </div>
    </form>
  );
}

function nameOf(alt: string | undefined, at: number): string {
  return alt ?? `file ${at + 1}`;
}

function textIn({ envelopes }: Message): string {
  return envelopes
    .filter(({ type }) => type === 'vendor.percept.text')
    .flatMap(({ payload }) => (isRecord(payload) ? (readText(payload['text']) ?? []) : []))
    .join('\n\n');
}
