// A bug in drawing never leaves an empty page: it says so, says that nothing is lost, and offers the way back.
import { Component, type ReactNode } from 'react';

interface CrashGuardProps {
  readonly children: ReactNode;
}

interface CrashGuardState {
  readonly error: string | undefined;
}

export class CrashGuard extends Component<CrashGuardProps, CrashGuardState> {
  override state: CrashGuardState = { error: undefined };

  static getDerivedStateFromError(error: unknown): CrashGuardState {
    return { error: error instanceof Error ? error.message : 'unknown' };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <main>
        <div className="crash" role="alert">
          <h1>This page stumbled.</h1>
          <p>Your conversations are kept by the server, and nothing of them is lost.</p>
          <p className="mono">{error}</p>
          <button type="button" className="button primary" onClick={() => location.reload()}>
            Load the page again
          </button>
        </div>
      </main>
    );
  }
}
