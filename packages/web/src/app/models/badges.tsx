// What a model takes and gives, in the four words of the vocabulary that matter for media. A model that cannot see says so.
import type { ReactElement } from 'react';
import type { ModelCard } from '@percept/contract';
import { Icon, type IconName } from '../parts/icon.tsx';

interface Badge {
  readonly capability: string;
  readonly label: string;
  readonly icon: IconName;
}

const known: readonly Badge[] = [
  { capability: 'vision-input', label: 'sees', icon: 'eye' },
  { capability: 'audio-input', label: 'hears', icon: 'ear' },
  { capability: 'audio-output', label: 'speaks', icon: 'speaker' },
  { capability: 'image-output', label: 'draws', icon: 'picture' },
];

export function canSee(card: ModelCard): boolean {
  return card.capabilities.includes('vision-input');
}

export function Badges({ card }: { readonly card: ModelCard }): ReactElement {
  const shown = known.filter(({ capability }) => card.capabilities.includes(capability));
  return (
    <ul className="badges wrap" aria-label="Capabilities">
      {!canSee(card) && card.kind === 'model' && (
        <li className="badge off">
          <Icon name="eye-off" />
          cannot see
        </li>
      )}
      {shown.map(({ capability, label, icon }) => (
        <li key={capability} className="badge" data-capability={capability} title={capability}>
          <Icon name={icon} />
          {label}
          <span className="visually-hidden"> ({capability})</span>
        </li>
      ))}
    </ul>
  );
}
