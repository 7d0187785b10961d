// What every turn of one session works with: its record, its tools, the model that answers now, and who may look or hear for
// it. A forecast asks the same object that a turn asks, so that both decide alike.
import { kindsInView } from './history.ts';
import { basename, isAbsolute, relative } from 'node:path';
import { inside, quoted, readText } from '@percept/core/internal';
import { commonProfile, type Outcome, type Refusal } from '@percept/core';
import type { Permission } from '@percept/core/internal/permission';
import type { MediaKind } from '@percept/core/internal/route';
import type { Door } from '@percept/ingest';
import type { TenantStore } from '@percept/store';
import type { SessionBridge } from '../bridge/session-bridge.ts';
import { MakingBudget } from '../making/index.ts';
import { admitPrompt } from '../prompt/message-room.ts';
import { createFreshness, type Attachment } from '../tools/index.ts';
import { attachmentIn, knownMediaIn, sightingIn } from './attachment.ts';
import type { PromptPart } from './event.ts';
import { modelIn, type SessionPlace } from './facts.ts';
import { instructionsFor } from './instructions.ts';
import type { SessionLog } from './log.ts';
import { MadeDescriptions } from './made-descriptions.ts';
import { Meter } from './meter.ts';
import { ModelClient } from './model-client.ts';
import type { LoopModel } from './model.ts';
import type { AgentParts } from './parts.ts';
import { SessionPermissions, type Permit } from './permit.ts';
import { createToolbox, type LoopTool } from './toolbox.ts';

export class SessionContext {
  readonly parts: AgentParts;
  readonly log: SessionLog;
  readonly place: SessionPlace;
  readonly store: TenantStore;
  readonly door: Door;
  readonly client: ModelClient;
  readonly bridge: SessionBridge | undefined;
  readonly descriptions: MadeDescriptions;
  readonly meter = new Meter();
  readonly budget = new MakingBudget();
  /** Holds from the next request on, also in the middle of a turn. */
  model: LoopModel | undefined;
  /** The one that runs now. */
  turn: { readonly signal: AbortSignal; readonly permit: Permit | undefined } | undefined;
  readonly #permissions = new SessionPermissions();
  readonly #ownTools: readonly LoopTool[];

  constructor(parts: AgentParts, log: SessionLog, place: SessionPlace) {
    this.parts = parts;
    this.log = log;
    this.place = place;
    const chosen = modelIn(log.own);
    this.model = parts.models.list().find(({ name }) => name === chosen) ?? parts.models.main();
    this.bridge = parts.openBridge?.(
      (text, recipient) => this.client.notices.told(text, recipient),
      this.meter.charge,
      knownMediaIn(log),
    );
    // A model names media by its hash, and whoever speaks to it may tell it one: that of another tenant is unknown.
    const store = parts.memory.forTenant(log.tenant);
    const door = parts.door.onto(store);
    const { darkroom } = parts;
    this.store = store;
    this.door = door;
    this.descriptions = new MadeDescriptions(this.bridge, store);
    this.client = new ModelClient({
      log,
      store,
      door,
      darkroom,
      bridge: this.bridge,
      bill: this.meter.charge,
    });
    this.#ownTools = createToolbox(
      {
        roots: place.roots,
        cwd: place.cwd,
        store,
        door,
        darkroom,
        profile: () => this.model?.profile ?? commonProfile,
        attachment: (name) => this.attachment(name),
        seenBefore: (ref) =>
          sightingIn(log.entries, ref, (pixels) => this.client.presenter.madeOf(pixels)),
        freshness: parts.freshness ?? createFreshness(),
        permit: (permission, callId) => this.permit(permission, callId),
        nameOf: place.name === undefined ? undefined : (path) => nameIn(place.cwd, path),
      },
      {
        bridge: this.bridge,
        reader: () => this.model,
        reopened: () => this.client.forgetWords(),
      },
      { makers: parts.makers, budget: this.budget, bill: this.meter.charge },
    ).map((tool) => discreet(tool, place));
  }

  attachment(name: string): Attachment | undefined {
    return attachmentIn(this.log.entries, name);
  }

  tools(): readonly LoopTool[] {
    const own = this.#ownTools.filter(({ isOffered }) => isOffered?.() ?? true);
    return [...own, ...(this.parts.clientTools?.() ?? [])];
  }

  permit(permission: Permission, callId: string): Promise<boolean> {
    return this.#permissions.ask(permission, callId, this.turn);
  }

  instructions(tools: readonly LoopTool[] = this.tools()): string {
    return instructionsFor(this.place.name ?? this.place.cwd, tools, this.log.imported);
  }

  /** Strict means all that the request would hold: what is about to be said, and the history that the model sees. */
  missingRoute(draft: readonly PromptPart[] = [], model = this.model): Refusal | undefined {
    if (!model) return undefined;
    const said = draft.flatMap((part): readonly MediaKind[] =>
      part.type === 'text' ? [] : [part.type],
    );
    const kinds = new Set([...said, ...kindsInView(this.log.entries)]);
    return this.bridge?.missingRoute(kinds, model);
  }

  /** The parts as they are recorded. `from`: the first entry that will count no more, and whose names are free again. */
  admit(prompt: readonly PromptPart[], from = Infinity): Outcome<readonly PromptPart[]> {
    const kept = this.log.entries.slice(0, from - 1);
    const isTaken = (name: string): boolean => attachmentIn(kept, name) !== undefined;
    return admitPrompt(prompt, isTaken, this.parts.images);
  }
}

/** Not where it is on the server. */
function nameIn(cwd: string, path: string): string {
  const below = relative(cwd, path);
  return below.startsWith('..') ? basename(path) : below;
}

/**
 * Tools of somebody who may not learn where on the server they work: a refusal names a file as it was asked for, and not as
 * it was found. The tool as it is where the place has no name of its own.
 */
function discreet(tool: LoopTool, { name }: SessionPlace): LoopTool {
  if (name === undefined) return tool;
  return {
    ...tool,
    run: async (input, options) => {
      const answer = await tool.run(input, options);
      if (answer.outcome === 'succeeded') return answer;
      const [asked = name] = ['ref', 'path', 'from'].flatMap(
        (field) => readText(inside(input, field)) ?? [],
      );
      const content = answer.content.map((part) =>
        part.type === 'text' ? { ...part, text: asAsked(part.text, quoted(asked)) } : part,
      );
      return { ...answer, content };
    },
  };
}

/** Refusals quote paths, and cut off long ones. */
function asAsked(text: string, asked: string): string {
  return text.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (whole, path: string) =>
    isAbsolute(path) ? asked : whole,
  );
}
