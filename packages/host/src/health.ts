// For whoever watches the server: that it lives, and that it is ready, which it is while its memory answers. Neither says
// anything about what is stored, and neither needs a credential.
import { Hono } from 'hono';
import type { Memory } from '@percept/store';
import { problem, respondWith } from './http/problem.ts';
import { dataHeaders } from './page-headers.ts';

export function healthRoutes({ sessions }: Pick<Memory, 'sessions'>): Hono {
  const routes = new Hono();
  routes.get('/healthz', () => Response.json({ status: 'alive' }, { headers: dataHeaders }));
  routes.get('/readyz', async () => {
    const counted = await sessions.count({ limit: 1 });
    return counted.ok
      ? Response.json({ status: 'ready' }, { headers: dataHeaders })
      : respondWith(notReady, dataHeaders);
  });
  return routes;
}

const notReady = problem(503, 'not_ready', 'The memory does not answer.', { retryAfter: 5 });
