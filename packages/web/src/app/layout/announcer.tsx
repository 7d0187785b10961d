// What a screen reader is told by itself: that an answer is being written, that it is there, and what became of files.
// The answer's words are not read while they come; they are read when the person goes there.
import { useEffect, useState, type ReactElement } from 'react';
import type { SessionView } from '@percept/contract';
import type { Attachment } from '../state/pending-attachments.ts';

interface AnnouncerProps {
  readonly view: SessionView | undefined;
  readonly attachments: readonly Attachment[];
}

export function Announcer({ view, attachments }: AnnouncerProps): ReactElement {
  const turn = view?.turns.at(-1);
  const asks = turn?.permissions[0];
  const running = view?.running ?? false;
  const said = running
    ? asks
      ? `A question: ${asks.title}?`
      : 'The answer is being written.'
    : turn?.end === 'answered'
      ? 'The answer is complete.'
      : '';
  const files = filesInWords(attachments);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    // Files that were sent leave in silence: a fast answer may have been announced before.
    if (files !== '') setSpoken(files);
  }, [files]);
  useEffect(() => {
    setSpoken(said);
  }, [said]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {spoken}
    </p>
  );
}

function filesInWords(attachments: readonly Attachment[]): string {
  const ready = attachments.filter(({ state }) => state.type === 'done').length;
  const refused = attachments.filter(({ state }) => state.type === 'refused');
  const parts = [
    ...(ready > 0 ? [`${ready} of ${attachments.length} files ready.`] : []),
    ...refused.map(({ file }) => `${file.name} was refused.`),
  ];
  return parts.join(' ');
}
