// One file that waits to be sent: what it is, what is happening to it, what the chosen model will get, and a way out.
import { useState, type ReactElement } from 'react';
import type { FileForecast } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { factsInWords } from '../state/preflight.ts';
import type { Attachment } from '../state/pending-attachments.ts';
import { bytesInWords } from '../words/figures.ts';

interface TileProps {
  readonly attachment: Attachment;
  readonly forecast: FileForecast | undefined;
  readonly onRemove: () => void;
  readonly onAgain: () => void;
}

export function AttachmentTile({
  attachment,
  forecast,
  onRemove,
  onAgain,
}: TileProps): ReactElement {
  const { file, state } = attachment;
  const busy = state.at !== 'ready' && state.at !== 'refused';
  return (
    <li className={`tile ${state.at}`} data-state={state.at}>
      <Thumb attachment={attachment} />
      <div className="tile-words">
        <p className="tile-name" title={file.name}>
          <bdi>{file.name}</bdi>
        </p>
        <State attachment={attachment} forecast={forecast} />
      </div>
      {state.at === 'refused' && state.refusal.refused === 'unreachable' && (
        <IconButton icon="retry" label={`Try ${file.name} again`} onClick={onAgain} />
      )}
      <IconButton
        icon="close"
        className="tile-remove"
        label={busy ? `Cancel ${file.name}` : `Remove ${file.name}`}
        onClick={onRemove}
      />
    </li>
  );
}

function Thumb({
  attachment: { file, picture, state },
}: {
  readonly attachment: Attachment;
}): ReactElement {
  const [broken, setBroken] = useState(false);
  const stored = state.at === 'ready' ? state.uploaded.thumbnail?.url : undefined;
  const source = stored ?? picture;
  if (source !== undefined && !broken && state.at !== 'refused')
    return (
      <img
        className="tile-thumb"
        src={source}
        alt=""
        width="56"
        height="56"
        onError={() => setBroken(true)}
      />
    );
  return (
    <span className="tile-thumb tile-kind" aria-hidden="true">
      <Icon name={file.type.startsWith('audio/') ? 'speaker' : 'file'} />
    </span>
  );
}

function State({
  attachment: { file, state },
  forecast,
}: {
  readonly attachment: Attachment;
  readonly forecast: FileForecast | undefined;
}): ReactElement {
  switch (state.at) {
    case 'waiting':
      return <p className="tile-state">Waiting, {bytesInWords(file.size)}</p>;
    case 'reading': {
      const part = state.totalBytes === 0 ? 0 : state.bytes / state.totalBytes;
      return (
        <>
          <p className="tile-state">Reading {Math.round(part * 100)} %</p>
          <progress value={part} max={1} aria-label={`Reading ${file.name}`} />
        </>
      );
    }
    case 'checking':
      return (
        <>
          <p className="tile-state">Checking: {state.step}</p>
          <progress aria-label={`Checking ${file.name}`} />
        </>
      );
    case 'rendering': {
      const { page, pages } = state;
      return (
        <>
          <p className="tile-state">
            Drawing page {page}
            {pages !== undefined && ` of ${pages}`}
          </p>
          <progress
            aria-label={`Drawing the pages of ${file.name}`}
            {...(pages !== undefined && { value: page, max: pages })}
          />
        </>
      );
    }
    case 'ready':
      return <Ready state={state} forecast={forecast} />;
    case 'refused':
      return (
        <p className="tile-state refused">
          <Icon name="warn" />
          <span>
            Refused: {state.refusal.message} {state.refusal.hint}
          </span>
        </p>
      );
  }
}

function Ready({
  state: { uploaded },
  forecast,
}: {
  readonly state: Extract<Attachment['state'], { at: 'ready' }>;
  readonly forecast: FileForecast | undefined;
}): ReactElement {
  return (
    <>
      <p className="tile-state figures">{factsInWords(uploaded)}</p>
      {forecast && (
        <p className={`tile-state ${forecast.outcome}`}>
          {forecast.outcome !== 'sent' && <Icon name="info" />}
          <span>{forecast.message}</span>
        </p>
      )}
      {uploaded.warnings.map((warning) => (
        <p key={warning} className="tile-state">
          {warning}
        </p>
      ))}
    </>
  );
}
