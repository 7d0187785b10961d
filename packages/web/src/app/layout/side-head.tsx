import { useState, type ReactElement } from 'react';
import icon from '../brand/icon.svg';
import { IconButton } from '../parts/icon-button.tsx';
import { applyTheme, nextTheme, savedTheme } from './theme.ts';

interface SideHeadProps {
  readonly version: string | undefined;
  /** Only for somebody who is signed in. */
  readonly onSignOut: (() => void) | undefined;
  readonly onClose: () => void;
}

export function SideHead({ version, onSignOut, onClose }: SideHeadProps): ReactElement {
  return (
    <div className="side-head row">
      <img src={icon} alt="" width="28" height="28" />
      <p className="brand" title={version === undefined ? undefined : `Version ${version}`}>
        Percept
      </p>
      <ThemeButton />
      {onSignOut && (
        <IconButton icon="leave" label="Sign out" title="Sign out" onClick={onSignOut} />
      )}
      <IconButton
        icon="close"
        className="side-close"
        label="Close the conversations"
        onClick={onClose}
      />
    </div>
  );
}

const icons = { system: 'contrast', light: 'sun', dark: 'moon' } as const;
const names = { system: 'as the system', light: 'light', dark: 'dark' } as const;

function ThemeButton(): ReactElement {
  const [theme, setTheme] = useState(savedTheme);
  return (
    <IconButton
      icon={icons[theme]}
      label={`Theme: ${names[theme]}`}
      title={`Theme: ${names[theme]}`}
      onClick={() => {
        const next = nextTheme(theme);
        applyTheme(next);
        setTheme(next);
      }}
    />
  );
}
