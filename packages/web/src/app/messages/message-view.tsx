// One message: what a person wrote and attached, what the model says, what a tool did, or a notice about media.
import { memo, type ReactElement } from 'react';
import { isRecord, readText } from '@percept/core/internal';
import type { Envelope } from '@percept/core/envelope';
import type { Message } from '@percept/contract';
import { EnvelopeView } from '../parts/envelope.tsx';
import { Icon } from '../parts/icon.tsx';
import { Asked, type AskedActions } from './asked.tsx';
import { MadePicture } from './made-picture.tsx';
import { ToolCall } from './tool-call.tsx';

export const MessageView = memo(function MessageView({
  message,
  before,
  actions,
}: {
  readonly message: Message;
  /** The newest picture before this message. */
  readonly before: Envelope | undefined;
  /** Of what a person sent. */
  readonly actions: AskedActions;
}): ReactElement {
  switch (message.role) {
    case 'user':
      return <Asked message={message} actions={actions} />;
    case 'assistant':
      return <Answered message={message} before={before} />;
    case 'tool':
      return <ToolCall message={message} />;
    case 'notice':
      return <Notice message={message} />;
  }
});

function Answered({
  message: { envelopes, facts },
  before,
}: {
  readonly message: Message;
  readonly before: Envelope | undefined;
}): ReactElement {
  return (
    <article className="answered" aria-label="Answer">
      {envelopes.map((envelope) =>
        envelope.type === 'vendor.percept.thought' ? (
          <Thought key={envelope.envelopeId} envelope={envelope} />
        ) : (
          <div key={envelope.envelopeId} dir="auto">
            {envelope.type === 'media.image' ? (
              <MadePicture envelope={envelope} facts={facts} before={before} />
            ) : (
              <EnvelopeView envelope={envelope} />
            )}
          </div>
        ),
      )}
    </article>
  );
}

function Thought({ envelope }: { readonly envelope: Envelope }): ReactElement {
  return (
    <details className="fold thought">
      <summary className="row">
        <Icon name="chevron" />
        Thinking
      </summary>
      <div className="fold-body" dir="auto">
        <EnvelopeView envelope={envelope} />
      </div>
    </details>
  );
}

function Notice({ message: { envelopes } }: { readonly message: Message }): ReactElement {
  return (
    <aside className="notice-line" aria-label="Notice">
      <Icon name="info" />
      <div>
        {envelopes.map((envelope) => {
          const text = isRecord(envelope.payload) ? readText(envelope.payload['text']) : undefined;
          return text === undefined ? (
            <EnvelopeView key={envelope.envelopeId} envelope={envelope} />
          ) : (
            <p key={envelope.envelopeId} dir="auto">
              {text}
            </p>
          );
        })}
      </div>
    </aside>
  );
}
