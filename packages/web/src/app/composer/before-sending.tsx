// What the person should know before a message leaves: that the model cannot see and what happens instead, and whatever
// stands in the way. It is there before the first file, too, so that nobody attaches in vain.
import type { ReactElement } from 'react';
import type { ModelCard } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';
import { noticedKinds, routeNotice } from '../state/preflight.ts';
import type { Attachment } from '../state/pending-attachments.ts';

interface BeforeSendingProps {
  readonly card: ModelCard | undefined;
  readonly attachments: readonly Attachment[];
  readonly objection: string | undefined;
  readonly id: string;
}

export function BeforeSending({
  card,
  attachments,
  objection,
  id,
}: BeforeSendingProps): ReactElement {
  const kinds = noticedKinds(attachments);
  const notices = card ? kinds.flatMap((kind) => routeNotice(card, kind) ?? []) : [];
  return (
    <div id={id} className="before-sending">
      {notices.map(({ tone, text }) => (
        <p key={text} className={`notice ${tone} ${attachments.length === 0 ? 'early' : ''}`}>
          <Icon name={tone === 'refused' ? 'warn' : 'eye-off'} />
          <span>{text}</span>
        </p>
      ))}
      {objection !== undefined && (
        <p className="notice refused" role="alert">
          <Icon name="warn" />
          <span>{objection}</span>
        </p>
      )}
    </div>
  );
}
