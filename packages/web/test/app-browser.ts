// A browser that is signed in at a stage and keeps everything that must not happen: reports of the policy, requests to
// other hosts, errors. Every visit can be asked for its verdict at the end.
import { createRequire } from 'node:module';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect } from 'vitest';
import type { Stage } from '../../../test/web/stage.ts';

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly {
      readonly target: readonly unknown[];
      readonly failureSummary: string;
    }[];
  }[];
}

declare global {
  interface Window {
    readonly axe: { run(options: object): Promise<AxeResult> };
    readonly tellReport: (report: string) => Promise<void>;
  }
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export const sizes = {
  small: { width: 320, height: 640 },
  medium: { width: 768, height: 1024 },
  large: { width: 1440, height: 900 },
} as const;

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Requests of the page, as "METHOD path". */
  readonly asked: readonly string[];
  /** Zero accessibility violations, in every open shadow root as well. */
  axe(): Promise<void>;
  /** Nothing was reported, nothing went elsewhere, nothing threw. */
  verdict(): void;
}

export interface Visits extends AsyncDisposable {
  visit(options?: BrowserContextOptions): Promise<Visit>;
  /** A browser that nobody signed in. */
  stranger(): Promise<Visit>;
}

export async function openVisits(stage: Stage): Promise<Visits> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  let signedIn: BrowserContextOptions['storageState'];
  return {
    visit: async (options = {}) => {
      const fresh = signedIn === undefined;
      const visit = await openVisit(browser, stage, {
        ...(signedIn !== undefined && { storageState: signedIn }),
        viewport: sizes.large,
        ...options,
      });
      await visit.page.goto(fresh ? stage.link() : stage.origin());
      await visit.page.getByLabel('Message', { exact: true }).waitFor();
      signedIn = await visit.context.storageState();
      return visit;
    },
    stranger: async () => {
      const visit = await openVisit(browser, stage, { viewport: sizes.small });
      await visit.page.goto(stage.origin());
      return visit;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
    },
  };
}

async function openVisit(
  browser: Browser,
  stage: Stage,
  options: BrowserContextOptions,
): Promise<Visit> {
  const context = await browser.newContext(options);
  const [reports, foreign, errors, asked]: string[][] = [[], [], [], []];
  await context.exposeFunction('tellReport', (report: string) => void reports?.push(report));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      void window.tellReport(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  await context.addInitScript({ path: axePath });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('request', (request) => {
    const { protocol, origin, pathname } = new URL(request.url());
    if (protocol !== 'blob:' && origin !== new URL(stage.origin()).origin)
      foreign?.push(request.url());
    asked?.push(`${request.method()} ${pathname}`);
  });
  page.on('pageerror', (error) => errors?.push(error.message));
  return {
    page,
    context,
    asked: asked ?? [],
    axe: async () => {
      const { violations } = await page.evaluate(() =>
        window.axe.run({ resultTypes: ['violations'] }),
      );
      const found = violations.map(({ id, nodes }) => [
        id,
        ...nodes.map(({ target, failureSummary }) => `${String(target)}: ${failureSummary}`),
      ]);
      expect(found).toEqual([]);
    },
    verdict: () =>
      expect({ reports, foreign, errors }).toEqual({ reports: [], foreign: [], errors: [] }),
  };
}

/** The last turn has ended; the page says so to whoever cannot see it. Where it does not, the error shows what the page says. */
export async function answered(page: Page): Promise<void> {
  try {
    await page.locator('[role=status]', { hasText: 'The answer is complete.' }).waitFor({
      state: 'attached',
      timeout: 60_000,
    });
  } catch (error) {
    const shown = await page.locator('body').innerText();
    throw new Error(`no answer was complete; the page ends with:\n${shown.slice(-2000)}`, {
      cause: error,
    });
  }
}

/** To be asked until it is so: what moves the focus may run after what was waited for. */
export function hasFocus(locator: Locator): () => Promise<boolean> {
  return () => locator.evaluate((element) => element === document.activeElement);
}

/** What is shown there, shadow roots included. */
export function textOf(locator: Locator): Promise<string> {
  return locator.evaluate((element) => {
    const read = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (node instanceof HTMLStyleElement) return '';
      const inside = node instanceof Element && node.shadowRoot ? [node.shadowRoot] : [];
      return [...inside, ...node.childNodes].map(read).join('');
    };
    return read(element);
  });
}

export async function pick(page: Page, ...files: readonly PickedFile[]): Promise<void> {
  await page.setInputFiles('[data-role=files]', [...files]);
}

export interface PickedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** How far the page runs over the edge of the window: to be polled, because it draws itself anew a moment after its window was made smaller. */
export function beyond(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
