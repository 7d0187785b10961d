// Where a message is made: words, files and who gets them. Nothing leaves before the person has seen what will happen.
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { ModelCard, Status } from '@percept/contract';
import { ModelPicker } from '../models/model-picker.tsx';
import { Icon } from '../parts/icon.tsx';
import type { Api } from '../api/client.ts';
import type { Chat } from '../state/chat.ts';
import { estimateOf, objection } from '../state/preflight.ts';
import { useStore } from '../state/store.ts';
import { isBusy, type PendingAttachments } from '../state/pending-attachments.ts';
import { forecastsByUpload, useForecast } from '../state/use-forecast.ts';
import { AttachmentStrip } from './attachment-strip.tsx';
import { BeforeSending } from './before-sending.tsx';
import { EstimateLine } from './estimate-line.tsx';
import { FileButtons } from './file-buttons.tsx';

interface ComposerProps {
  readonly status: Status;
  readonly card: ModelCard | undefined;
  readonly pending: PendingAttachments;
  readonly api: Api;
  readonly chat: Chat;
}

export function Composer({ status, card, pending, api, chat }: ComposerProps): ReactElement {
  const { limits, models } = status;
  const { view, sending } = useStore(chat.store);
  const running = view?.running ?? false;
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const why = useId();
  const attachments = useStore(pending.store);
  const uploads = attachments.flatMap(({ state }) =>
    state.type === 'done' ? [state.uploaded] : [],
  );
  const busy = attachments.some(isBusy);
  const empty = text.trim() === '' && uploads.length === 0;
  const draft = {
    text,
    uploads: uploads.map(({ upload }) => upload),
    ...(view && { session: view.id }),
    ...(card && { model: card.name }),
  };
  const forecast = useForecast(api, empty || busy ? undefined : draft);
  const against = objection(text, forecast, limits);
  const waits = busy ? 'The files are still being read.' : undefined;
  const reason = against ?? waits;
  const canSend = !empty && reason === undefined && !running && !sending;

  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);

  const send = async (): Promise<void> => {
    if (!canSend) return;
    if (!(await chat.send(text, draft.uploads))) return;
    pending.sent();
    setText('');
    field.current?.focus();
  };

  const press = (event: KeyboardEvent): void => {
    // While an input method composes, Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };

  return (
    <form
      className="composer"
      aria-label="New message"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <BeforeSending card={card} attachments={attachments} objection={against} id={why} />
      <div className="composer-card">
        <AttachmentStrip
          attachments={attachments}
          forecasts={forecastsByUpload(uploads, forecast)}
          field={field}
          onRemove={(key) => pending.remove(key)}
          onAgain={(key) => pending.again(key)}
        />
        <label className="visually-hidden" htmlFor="message-field">
          Message
        </label>
        <textarea
          ref={field}
          id="message-field"
          dir="auto"
          rows={1}
          placeholder="Ask about a picture, a page, a sound…"
          value={text}
          aria-describedby={why}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          onPaste={(event) => {
            const files = [...event.clipboardData.files];
            if (files.length === 0) return;
            event.preventDefault();
            pending.add(files, limits);
          }}
        />
        <div className="composer-row row">
          <FileButtons accept={limits.accept} onFiles={(files) => pending.add(files, limits)} />
          <ModelPicker
            models={models}
            chosen={card}
            onChoose={(model) => void chat.choose(model)}
          />
          <EstimateLine estimate={estimateOf(forecast)} empty={empty} card={card} />
          {running ? (
            <button
              type="button"
              className="send stop"
              aria-label="Stop"
              onClick={() => void chat.stop()}
            >
              <Icon name="stop" />
            </button>
          ) : (
            <button
              type="submit"
              className="send"
              aria-label="Send"
              aria-disabled={!canSend}
              aria-describedby={why}
              title={reason}
            >
              {sending ? <span className="spinner" /> : <Icon name="send" />}
            </button>
          )}
        </div>
      </div>
    </form>
  );
}
