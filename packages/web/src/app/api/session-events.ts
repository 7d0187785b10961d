// What happens in a session, event by event and each once: the browser's own EventSource reconnects with the cursor of the
// last event it saw. Whoever listens hears when the line is lost and when it is back.
import type { SessionEvent } from '@percept/contract';
import { isSessionEvent } from './shapes.ts';

export interface EventLine {
  close(): void;
}

export interface Listener {
  heard(event: SessionEvent): void;
  /** `over`: the server refused the line, and it does not come back by itself. */
  changed(line: 'open' | 'lost' | 'over'): void;
}

export function listen(session: string, cursor: string, listener: Listener): EventLine {
  const path = `/api/sessions/${encodeURIComponent(session)}/events`;
  const source = new EventSource(`${path}?after=${encodeURIComponent(cursor)}`);
  source.addEventListener('open', () => listener.changed('open'));
  source.addEventListener('error', () =>
    listener.changed(source.readyState === EventSource.CLOSED ? 'over' : 'lost'),
  );
  source.addEventListener('message', ({ data }) => {
    const event: unknown = typeof data === 'string' ? JSON.parse(data) : undefined;
    if (isSessionEvent(event)) listener.heard(event);
  });
  return { close: () => source.close() };
}
