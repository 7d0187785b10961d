// The link that the server printed: its key becomes a cookie and leaves the address bar. Pages asked for under another name
// of this machine are sent to the one that cookies and addresses are made for.
import { Hono } from 'hono';
import type { TenantId } from '@percept/core';
import { notSignedIn, respondWith } from './http/problem.ts';
import { dataHeaders, pageHeaders } from './page-headers.ts';
import { type SignIn } from './sign-in.ts';
import { keyLifetimeMs } from './limits.ts';

export interface SignInRouteParts {
  readonly signIn: SignIn;
  readonly origin: string;
  readonly clock: () => number;
  /** By cookie or token. */
  readonly identify: (request: Request) => TenantId | undefined;
  readonly onSignIn?: ((tenant: TenantId, nextLink: string) => void) | undefined;
  readonly onLinkExpired?: ((tenant: TenantId, nextLink: string) => void) | undefined;
}

export function signInRoutes(parts: SignInRouteParts): Hono {
  const { signIn, origin, clock, identify } = parts;
  const { host } = new URL(origin);
  const linkFor = (tenant: TenantId): string => `${origin}/?key=${signIn.issue(tenant)}`;
  const routes = new Hono();
  routes.get('/', async ({ req }, next) => {
    const { search } = new URL(req.url);
    if ((req.header('host') ?? '').toLowerCase() !== host) return redirect(`${origin}/${search}`);
    const key = req.query('key');
    // Whoever only looks whether the link leads anywhere (a chat, a scanner, a prefetch) does not use it up.
    const isLooking = req.method === 'HEAD' || req.header('sec-purpose') !== undefined;
    if (key === undefined || isLooking) return next();
    // A page of somebody else can make a browser open a link of theirs: then whoever sits there says that they meant it.
    if (isSentHere(req.header('sec-fetch-site'))) return meant(key);
    const redeemed = await signIn.redeem(key);
    if (redeemed.kind === 'signed-in') {
      parts.onSignIn?.(redeemed.tenant, linkFor(redeemed.tenant));
      return redirect('/', { 'set-cookie': redeemed.setCookie });
    }
    // Somebody who is signed in already and opens the old link is where they wanted to be.
    if (signIn.identify(req.header('cookie')) !== undefined) return redirect('/');
    if (redeemed.kind === 'unknown') return page(401, 'plain', used);
    parts.onLinkExpired?.(redeemed.tenant, linkFor(redeemed.tenant));
    return page(401, 'plain', expired);
  });
  routes.post('/api/sign-in-links', async ({ req }) => {
    const tenant = identify(req.raw);
    if (tenant === undefined) return respondWith(notSignedIn, dataHeaders);
    const expiresAt = new Date(clock() + keyLifetimeMs).toISOString();
    return Response.json(
      { link: linkFor(tenant), expiresAt },
      { status: 201, headers: dataHeaders },
    );
  });
  // Also for whoever is signed out already: asked twice, it answers the same.
  routes.post('/api/sign-out', async ({ req }) => {
    const removed = await signIn.signOut(req.header('cookie'));
    return new Response(null, { status: 204, headers: { ...dataHeaders, 'set-cookie': removed } });
  });
  return routes;
}

/** `none` is a person who opened the link; programs say nothing. */
function isSentHere(site: string | undefined): boolean {
  return site !== undefined && site !== 'none' && site !== 'same-origin';
}

/** The key goes into an attribute: it is what a key can be, or it is left out. */
function meant(key: string): Response {
  const own = /^[\w.-]{1,500}$/.test(key) ? key : '';
  return page(
    200,
    'html',
    `<!doctype html><meta charset="utf-8"><title>Sign in to Percept</title><p>Another page sent you here with a link that signs this browser in to Percept.<p><a href="/?key=${own}">Sign in</a>, if you meant to.`,
  );
}

function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { ...pageHeaders, location, 'cache-control': 'no-store', ...headers },
  });
}

function page(status: number, type: 'html' | 'plain', text: string): Response {
  const headers = { 'content-type': `text/${type}; charset=utf-8`, 'cache-control': 'no-store' };
  return new Response(text, { status, headers: { ...pageHeaders, ...headers } });
}

const used = `This link was used already, or is of a server that runs no more.

percept serve prints a new one each time somebody signs in: use the newest.
`;

const expired = `This link is older than ${keyLifetimeMs / 60_000} minutes.

percept serve has printed a new one in its terminal. Where nobody sees its terminal, ask for one with the bearer token:
POST /api/sign-in-links
`;
