import type { ReactElement } from 'react';
import { Icon } from '../parts/icon.tsx';

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
    <header className="top-bar">
      <button
        type="button"
        className="icon-button"
        aria-label="Conversations"
        aria-expanded={sessionsOpen}
        onClick={onSessions}
      >
        <Icon name="menu" />
      </button>
      <h1 className="top-title" dir="auto">
        {title ?? <span className="visually-hidden">Percept</span>}
      </h1>
      {onInspect ? (
        <button
          type="button"
          className="icon-button"
          aria-label="Inspector"
          aria-expanded={inspecting}
          onClick={onInspect}
        >
          <Icon name="inspect" />
        </button>
      ) : (
        <span className="icon-button" aria-hidden="true" />
      )}
    </header>
  );
}
