// The first thing that a newcomer sees: what this is, that it works at once, and where the pictures go.
import { useState, type ReactElement } from 'react';
import type { ModelCard, Status } from '@percept/contract';
import { Icon } from '../parts/icon.tsx';
import { samples, type Sample } from './samples.ts';

interface WelcomeProps {
  readonly status: Status;
  readonly card: ModelCard | undefined;
  readonly onTry: (sample: Sample) => Promise<void>;
}

export function Welcome({ status, card, onTry }: WelcomeProps): ReactElement {
  const [trying, setTrying] = useState<string>();
  const attempt = (sample: Sample) => (): void => {
    setTrying(sample.name);
    void onTry(sample).finally(() => setTrying(undefined));
  };
  return (
    <section className="welcome" aria-label="Welcome" tabIndex={0}>
      <div className="welcome-body">
        <h2>Show it something.</h2>
        <p className="welcome-lead">
          Drop, paste or pick a picture, a recording, a PDF, an SVG or a code file. Ask about it,
          and see exactly what the model saw.
        </p>
        <p className="welcome-where">
          <Icon name="lock" />
          <span>{placeOf(card)}</span>
        </p>
        <h3>Try one of these</h3>
        <ul className="samples">
          {samples.map((sample) => (
            <li key={sample.name}>
              <button
                type="button"
                className="sample card"
                disabled={trying !== undefined}
                onClick={attempt(sample)}
              >
                <span className="sample-frame">
                  <img
                    src={sample.address}
                    alt=""
                    width={sample.width}
                    height={sample.height}
                    decoding="sync"
                  />
                </span>
                <span className="sample-words">
                  <span className="sample-title">{sample.title}</span>
                  <span className="sample-question">{sample.question}</span>
                </span>
                {trying === sample.name && <span className="spinner" aria-hidden="true" />}
              </button>
            </li>
          ))}
        </ul>
        {status.notices.length > 0 && (
          <ul className="welcome-notices">
            {status.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function placeOf(card: ModelCard | undefined): string {
  if (!card || card.kind === 'local')
    return 'No key is needed: local eyes on this device answer. Nothing leaves this machine.';
  return `${card.name} at ${card.host} answers, and your words go there. ${picturesOf(card)}`;
}

function picturesOf({ image }: ModelCard): string {
  switch (image.route) {
    case 'native':
    case 'pages':
    case 'text':
      return 'Pictures go there as well.';
    case 'described':
      return image.place === 'device'
        ? 'Pictures are described on this device and stay here.'
        : `Pictures go to ${image.by} at ${image.host}, which describes them.`;
    case 'words':
    case 'refused':
      return 'Pictures are not sent.';
  }
}
