// What a session stands on.
import {
  bound,
  call,
  checkOptions,
  group,
  has,
  maybe,
  exact,
} from '@percept/core/internal/options';
import type { Door } from '@percept/ingest';
import type { Darkroom } from '@percept/render';
import type { Memory } from '@percept/store';
import type { ImageSettings } from '../config/index.ts';
import type { Makers } from '../making/index.ts';
import type { Freshness } from '../tools/index.ts';
import type { Answerer, Models, OpenBridge } from './model.ts';
import type { LoopTool } from './toolbox.ts';

export interface AgentParts {
  readonly memory: Memory;
  readonly door: Door;
  readonly darkroom?: Darkroom | undefined;
  readonly models: Models;
  /** What one message may hold; without it, what is usual. */
  readonly images?: ImageSettings | undefined;
  /** One per session: budgets and disclosures are its own. */
  readonly openBridge?: OpenBridge | undefined;
  readonly answerer?: Answerer | undefined;
  /** Who draws and who speaks on purpose; without them those tools are not offered. */
  readonly makers?: Makers | undefined;
  readonly freshness?: Freshness | undefined;
  readonly maxStepsPerTurn?: number | undefined;
  /** Tools of others beside our own, as they are known at this moment. */
  readonly clientTools?: (() => readonly LoopTool[]) | undefined;
}

export function checkParts(caller: string, parts: AgentParts): void {
  checkOptions(caller, parts, {
    memory: has('get', 'put'),
    door: has('ingest'),
    darkroom: maybe(has('develop')),
    models: has('list', 'main'),
    images: maybe(exact({ maxPerMessage: bound, maxBytes: bound })),
    openBridge: maybe(call),
    answerer: maybe(group),
    makers: maybe(group),
    freshness: maybe(has('tokenFor', 'isFresh')),
    maxStepsPerTurn: maybe(bound),
    clientTools: maybe(call),
  });
}
