// The files in a row. Removing one by keyboard keeps the focus where the next thing to do is.
import { useRef, type ReactElement, type RefObject } from 'react';
import type { FileForecast } from '@percept/contract';
import type { Attachment } from '../state/pending-attachments.ts';
import { AttachmentTile } from './attachment-tile.tsx';

interface StripProps {
  readonly attachments: readonly Attachment[];
  /** By upload. */
  readonly forecasts: ReadonlyMap<string, FileForecast>;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onRemove: (key: string) => void;
  readonly onAgain: (key: string) => void;
}

export function AttachmentStrip({
  attachments,
  forecasts,
  field,
  onRemove,
  onAgain,
}: StripProps): ReactElement | null {
  const list = useRef<HTMLUListElement>(null);
  if (attachments.length === 0) return null;
  const remove = (key: string, at: number): void => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.tile-remove') ?? [])];
    const next = buttons[at + 1] ?? buttons[at - 1] ?? field.current;
    onRemove(key);
    next?.focus();
  };
  return (
    <ul ref={list} className="strip" aria-label="Attachments">
      {attachments.map((attachment, at) => (
        <AttachmentTile
          key={attachment.key}
          attachment={attachment}
          forecast={
            attachment.state.type === 'done'
              ? forecasts.get(attachment.state.uploaded.upload)
              : undefined
          }
          onRemove={() => remove(attachment.key, at)}
          onAgain={() => onAgain(attachment.key)}
        />
      ))}
    </ul>
  );
}
