import type { ReactElement } from 'react';
import { IconButton } from '../parts/icon-button.tsx';

interface TopBarProps {
  readonly title: string | undefined;
  readonly sessionsOpen: boolean;
  readonly inspecting: boolean;
  readonly onSessions: () => void;
  /** Absent where there is nothing to inspect. */
  readonly onInspect: (() => void) | undefined;
}

export function TopBar(props: TopBarProps): ReactElement {
  const { title, sessionsOpen, inspecting, onSessions, onInspect } = props;
  return (
    <header className="top-bar row">
      <IconButton
        icon="menu"
        label="Conversations"
        aria-expanded={sessionsOpen}
        onClick={onSessions}
      />
      <h1 className="top-title one-line" dir="auto">
        {title ?? <span className="visually-hidden">Percept</span>}
      </h1>
      {onInspect ? (
        <IconButton
          icon="inspect"
          label="Inspector"
          aria-expanded={inspecting}
          onClick={onInspect}
        />
      ) : (
        <span className="icon-button" aria-hidden="true" />
      )}
    </header>
  );
}
