// The link that the server printed: its key becomes a cookie and leaves the address bar. Pages asked for under another name
// of this machine are sent to the one that cookies and addresses are made for.
import { Hono } from 'hono';
import type { TenantId } from '@percept/core';
import { pageHeaders } from './page-headers.ts';
import type { SignIn } from './sign-in.ts';

export function signInRoutes(
  signIn: SignIn,
  origin: string,
  signedIn: (tenant: TenantId) => void,
): Hono {
  const { host } = new URL(origin);
  const routes = new Hono();
  routes.get('/', async ({ req }, next) => {
    const { search } = new URL(req.url);
    if ((req.header('host') ?? '').toLowerCase() !== host) return redirect(`${origin}/${search}`);
    const key = req.query('key');
    // Whoever only looks whether the link leads anywhere (a chat, a scanner, a prefetch) does not use it up.
    const isLooking = req.method === 'HEAD' || req.header('sec-purpose') !== undefined;
    if (key === undefined || isLooking) return next();
    const redeemed = signIn.redeem(key);
    if (redeemed) {
      signedIn(redeemed.tenant);
      return redirect('/', { 'set-cookie': redeemed.setCookie });
    }
    // Somebody who is signed in already and opens the old link is where they wanted to be.
    if (signIn.identify(req.header('cookie')) !== undefined) return redirect('/');
    return new Response(used, {
      status: 401,
      headers: {
        ...pageHeaders,
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
      },
    });
  });
  return routes;
}

function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { ...pageHeaders, location, 'cache-control': 'no-store', ...headers },
  });
}

const used = `This link was used already, or is of a server that runs no more.

percept serve prints a new one each time somebody signs in: use the newest.
`;
