// JSON for people: indented, without what looks like a secret, and cut where nobody reads on.
import { useMemo, type ReactElement } from 'react';
import type { Json } from '@percept/core';
import { jsonOf } from '@percept/core/internal';
import { redactJson, secretRedactor } from '@percept/core/internal/envelope';
import { type Envelope } from '@percept/core/envelope';
import { maxShownJsonChars } from '../../limits.ts';

export function JsonText({
  value,
  label,
}: {
  readonly value: Json | Envelope;
  readonly label: string;
}): ReactElement {
  const text = useMemo(() => {
    const redacted = redactJson(jsonOf({ value })['value'] ?? null, secretRedactor());
    const whole = JSON.stringify(redacted, undefined, 2);
    const rest = whole.length - maxShownJsonChars;
    return rest <= 0
      ? whole
      : `${whole.slice(0, maxShownJsonChars)}\n… and ${rest} more characters`;
  }, [value]);
  return (
    <pre className="json" dir="ltr" tabIndex={0} aria-label={label}>
      {text}
    </pre>
  );
}
