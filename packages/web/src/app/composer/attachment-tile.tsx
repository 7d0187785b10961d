// One file that waits to be sent: what it is, what is happening to it, what the chosen model will get, and a way out.
import { useState, type ComponentProps, type ReactElement } from 'react';
import type { FileForecast, Uploaded } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { factsInWords } from '../state/preflight.ts';
import { isBusy, type Attachment } from '../state/pending-attachments.ts';
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
  const stage = state.type === 'done' ? 'ready' : state.type;
  return (
    <li className={`tile card ${stage}`} data-state={stage}>
      <Thumb attachment={attachment} />
      <div className="tile-words">
        <p className="tile-name one-line" title={file.name}>
          <bdi>{file.name}</bdi>
        </p>
        <State attachment={attachment} forecast={forecast} />
      </div>
      {state.type === 'refused' && state.refusal.refused === 'unreachable' && (
        <IconButton
          icon="retry"
          className="small"
          label={`Try ${file.name} again`}
          onClick={onAgain}
        />
      )}
      <IconButton
        icon="close"
        className="tile-remove small"
        label={isBusy(attachment) ? `Cancel ${file.name}` : `Remove ${file.name}`}
        onClick={onRemove}
      />
    </li>
  );
}

function Thumb({ attachment }: Pick<TileProps, 'attachment'>): ReactElement {
  const { file, picture, state } = attachment;
  const [broken, setBroken] = useState(false);
  const stored = state.type === 'done' ? state.uploaded.thumbnail?.url : undefined;
  const source = stored ?? picture;
  if (source !== undefined && !broken && state.type !== 'refused')
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

function State({ attachment, forecast }: Pick<TileProps, 'attachment' | 'forecast'>): ReactElement {
  const { file, state } = attachment;
  switch (state.type) {
    case 'waiting':
      return <p className="tile-state">Waiting, {bytesInWords(file.size)}</p>;
    case 'reading': {
      const { bytes, totalBytes = file.size } = state;
      const part = totalBytes === 0 ? 0 : bytes / totalBytes;
      const words = `Reading ${Math.round(part * 100)} %`;
      return <Busy words={words} label={`Reading ${file.name}`} value={part} max={1} />;
    }
    case 'checking':
      return <Busy words={`Checking: ${state.step}`} label={`Checking ${file.name}`} />;
    case 'rendering': {
      const { page, pages } = state;
      const known = pages === undefined ? {} : { value: page, max: pages };
      const words = `Drawing page ${page}${pages === undefined ? '' : ` of ${pages}`}`;
      return <Busy words={words} label={`Drawing the pages of ${file.name}`} {...known} />;
    }
    case 'done':
      return <Ready uploaded={state.uploaded} forecast={forecast} />;
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

interface BusyProps extends ComponentProps<'progress'> {
  readonly words: string;
  readonly label: string;
}

function Busy({ words, label, ...progress }: BusyProps): ReactElement {
  return (
    <>
      <p className="tile-state">{words}</p>
      <progress {...progress} aria-label={label} />
    </>
  );
}

function Ready({
  uploaded,
  forecast,
}: {
  readonly uploaded: Uploaded;
  readonly forecast: FileForecast | undefined;
}): ReactElement {
  return (
    <>
      <p className="tile-state figures">{factsInWords(uploaded)}</p>
      {forecast && (
        <p className={`tile-state ${forecast.outcome === 'sent' ? '' : 'told'}`}>
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
