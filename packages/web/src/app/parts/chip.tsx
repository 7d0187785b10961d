// A short fact with a tone: told, fine or refused. The tone is also in the words, never in the colour alone.
import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'plain' | 'told' | 'refused';

interface ChipProps {
  readonly tone: Tone;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

export function Chip({ tone, icon, children }: ChipProps): ReactElement {
  return (
    <span className={`chip ${tone}`}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </span>
  );
}
