// What concerns the whole page: the server is gone, or a request was answered with no.
import type { ReactElement } from 'react';
import type { Failure } from '../api/client.ts';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import type { ChatState } from '../state/chat.ts';

interface BannerProps {
  readonly line: ChatState['line'];
  readonly failure: Failure | undefined;
  readonly onDismiss: () => void;
}

export function Banner({ line, failure, onDismiss }: BannerProps): ReactElement {
  return (
    <div className="banners" role="alert">
      {line === 'lost' && (
        <p className="banner told">
          <span className="spinner" aria-hidden="true" />
          <span>
            <b>The Percept server does not answer.</b> Nothing you wrote is lost. This page connects
            again by itself.
          </span>
        </p>
      )}
      {line === 'locked' && (
        <p className="banner told">
          <Icon name="lock" />
          <span>
            <b>This browser is not signed in.</b> Open the newest link that the server printed. Each
            works once; opening one that is too old makes the server print another.
          </span>
        </p>
      )}
      {failure && (
        <p className="banner refused">
          <Icon name="warn" />
          <span>
            {failure.message} {failure.hint}
          </span>
          <IconButton icon="close" label="Dismiss" onClick={onDismiss} />
        </p>
      )}
    </div>
  );
}
