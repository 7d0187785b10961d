import { useState, type ReactElement } from 'react';
import { Icon } from '../parts/icon.tsx';
import { applyTheme, nextTheme, savedTheme } from './theme.ts';

const icons = { system: 'contrast', light: 'sun', dark: 'moon' } as const;
const names = { system: 'as the system', light: 'light', dark: 'dark' } as const;

export function ThemeButton(): ReactElement {
  const [theme, setTheme] = useState(savedTheme);
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`Theme: ${names[theme]}`}
      title={`Theme: ${names[theme]}`}
      onClick={() => {
        const next = nextTheme(theme);
        applyTheme(next);
        setTheme(next);
      }}
    >
      <Icon name={icons[theme]} />
    </button>
  );
}
