import type { ReactElement } from 'react';
import icon from '../brand/icon.svg';
import { Icon } from '../parts/icon.tsx';
import { ThemeButton } from './theme-button.tsx';

interface SideHeadProps {
  readonly version: string | undefined;
  /** Only for somebody who is signed in. */
  readonly onSignOut: (() => void) | undefined;
  readonly onClose: () => void;
}

export function SideHead({ version, onSignOut, onClose }: SideHeadProps): ReactElement {
  return (
    <div className="side-head">
      <img src={icon} alt="" width="28" height="28" />
      <p className="brand" title={version === undefined ? undefined : `Version ${version}`}>
        Percept
      </p>
      <ThemeButton />
      {onSignOut && (
        <button
          type="button"
          className="icon-button"
          aria-label="Sign out"
          title="Sign out"
          onClick={onSignOut}
        >
          <Icon name="leave" />
        </button>
      )}
      <button
        type="button"
        className="icon-button side-close"
        aria-label="Close the conversations"
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
