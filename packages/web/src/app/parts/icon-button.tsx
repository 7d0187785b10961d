// A button that is an icon and no words; what it does stands in its label.
import type { ComponentProps, ReactElement } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: IconName;
  readonly label: string;
}

export function IconButton({ icon, label, className, ...rest }: IconButtonProps): ReactElement {
  const names = className === undefined ? 'icon-button' : `icon-button ${className}`;
  return (
    <button {...rest} type="button" className={names} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}
