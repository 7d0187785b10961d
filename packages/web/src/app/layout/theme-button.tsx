import { useState, type ReactElement } from 'react';
import { IconButton } from '../parts/icon-button.tsx';
import { applyTheme, nextTheme, savedTheme } from './theme.ts';

const icons = { system: 'contrast', light: 'sun', dark: 'moon' } as const;
const names = { system: 'as the system', light: 'light', dark: 'dark' } as const;

export function ThemeButton(): ReactElement {
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
