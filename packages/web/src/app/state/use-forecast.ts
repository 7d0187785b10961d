// The server's forecast for the message as it stands, asked for when the person pauses. What comes too late is dropped: only
// the newest draft counts.
import { useEffect, useState } from 'react';
import type { Draft, FileForecast, Forecast } from '@percept/contract';
import type { Api } from '../api/client.ts';

const pauseMs = 300;

/** `draft` is undefined where there is nothing to send. */
export function useForecast(api: Api, draft: Draft | undefined): Forecast | undefined {
  const [forecast, setForecast] = useState<{ readonly key: string; readonly found: Forecast }>();
  const key = draft === undefined ? '' : JSON.stringify(draft);
  useEffect(() => {
    if (key === '') return undefined;
    let current = true;
    const timer = setTimeout(() => {
      void api.forecast(key).then((reply) => {
        if (current && reply.ok) setForecast({ key, found: reply.value });
      });
    }, pauseMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [api, key]);
  return forecast && forecast.key === key ? forecast.found : undefined;
}

/** The forecast's files stand in the order of the draft's uploads. */
export function forecastsByUpload(
  uploads: readonly { readonly upload: string }[],
  forecast: Forecast | undefined,
): ReadonlyMap<string, FileForecast> {
  return new Map(
    uploads.flatMap(({ upload }, at) => {
      const file = forecast?.files[at];
      return file ? [[upload, file] as const] : [];
    }),
  );
}
