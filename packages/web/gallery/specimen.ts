// One envelope of the gallery, and what a reader should find there.

export interface Specimen {
  readonly name: string;
  readonly note: string;
  /** Made when it is shown: some are ten megabytes. */
  readonly envelope: () => unknown;
  readonly origins?: readonly string[];
  readonly lineNumbers?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
  /** What a page may put into the slot beside a sound. */
  readonly transcript?: string;
}

/** A complete, valid frame. */
export function frame(
  type: string,
  payload: unknown,
  rendering?: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return {
    type,
    schemaVersion: 1,
    envelopeId: `gallery-${type}`,
    correlationId: 'gallery',
    payload,
    meta: {
      source: 'ai-generation',
      ts: '2026-11-15T12:00:00Z',
      ...(rendering && { rendering }),
    },
  };
}
