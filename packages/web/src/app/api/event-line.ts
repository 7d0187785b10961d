// What happens on the server, event by event and each once: the browser's own EventSource reconnects with the cursor of the
// last event it saw. Whoever listens hears when the line is lost and when it is back.

export interface EventLine {
  close(): void;
}

export interface Listener<T> {
  heard(event: T): void;
  /** `over`: the server refused the line, and it does not come back by itself. */
  changed(line: 'open' | 'lost' | 'over'): void;
}

export function listen<T>(
  address: string,
  is: (value: unknown) => value is T,
  listener: Listener<T>,
): EventLine {
  const source = new EventSource(address);
  source.addEventListener('open', () => listener.changed('open'));
  source.addEventListener('error', () =>
    listener.changed(source.readyState === EventSource.CLOSED ? 'over' : 'lost'),
  );
  source.addEventListener('message', ({ data }) => {
    const event: unknown = typeof data === 'string' ? JSON.parse(data) : undefined;
    if (is(event)) listener.heard(event);
  });
  return { close: () => source.close() };
}
