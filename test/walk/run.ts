// Walks one story on one face and writes down what happened, as somebody outside can see it: what the provider got, what the
// client was told, what stands in the store afterwards. It judges nothing.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fsck, openMemory } from '@percept/store';
import {
  text,
  toolCall,
  type CapturedRequest,
  type JudgedWire,
  type Reply,
} from 'percept/conformance';
import type { Advertised, Face, FaceKind, Told } from './face.ts';
import { helperWordOf, isUnshowable, type MediaKind, type Medium } from './media.ts';
import type { Got, Planned } from './provider.ts';
import { Reader, type SeenRequest } from './seen.ts';
import {
  contextTokens,
  imageLimits,
  openWalkStage,
  type ModelName,
  type WalkStage,
} from './stage.ts';
import type { Step } from './story.ts';

export interface SeenGot extends Got {
  readonly seen: SeenRequest;
}

/** A medium that a person attached. */
export interface Attached {
  readonly medium: Medium;
  /** Its name in the words of this face. */
  readonly called: string;
  /** The turn that it came with. */
  readonly turn: number;
}

interface Looked {
  /** What the model asked for. */
  readonly ref: string;
  readonly tool: string;
  /** Whose it is as the walk knows it; absent where the source is gone. */
  readonly medium: Medium | undefined;
  /** Percept's own words said that this shows it. */
  readonly followed: boolean;
}

/** A file that the model changed, or tried to. */
interface Edited {
  readonly before: string;
  readonly wanted: string;
  readonly after: string;
}

export interface Turn {
  readonly number: number;
  readonly step: Step;
  readonly at: number;
  readonly model: ModelName;
  /** Given with this message, whatever became of it. */
  readonly given: readonly Medium[];
  /** Taken with this message. */
  readonly attached: readonly Attached[];
  /** In the conversation by now, this message included. */
  readonly history: readonly Attached[];
  readonly looked?: Looked;
  readonly edited?: Edited;
  /** Was in a message that is written anew without it. */
  readonly takenBack: readonly Medium[];
  /** Looks of this conversation, this turn's included. */
  readonly looks: readonly Looked[];
  readonly got: readonly SeenGot[];
  readonly told: Told;
  /** The record was taken up again, summarised or cut since the turn before. */
  readonly isRenewed: boolean;
}

export interface Run {
  readonly face: string;
  readonly isForeign: boolean;
  readonly isNameless: boolean;
  readonly wire: JudgedWire;
  readonly strict: boolean;
  readonly turns: readonly Turn[];
  readonly media: readonly Medium[];
  /** What one message may hold; absent where an agent of somebody else decides that. */
  readonly limits?: typeof imageLimits | undefined;
  readonly advertised: Advertised;
  readonly logs: string;
  /** The database as it lies on the disk. */
  readonly stored: string;
  /** What a check of the store found. */
  readonly damage: readonly string[];
}

export interface WalkOptions {
  readonly face: FaceKind;
  readonly wire: JudgedWire;
  readonly strict?: boolean;
  /** A step that takes longer is one that waits for ever. */
  readonly deadlineMs?: number;
}

const folderKinds: readonly MediaKind[] = ['png', 'jpeg', 'large', 'svg', 'pdf', 'text'];

export async function walk(steps: readonly Step[], options: WalkOptions): Promise<Run> {
  const { wire, strict = false } = options;
  await using stage = await openWalkStage({ wire, strict });
  const walker = new Walker(stage, options);
  for (const kind of folderKinds) await walker.place(kind);
  await using open = await walker.begin();
  for (const [at, step] of steps.entries()) {
    if (walker.isStuck) break;
    await walker.take(step, at);
  }
  const advertised = await open.advertised?.();
  const logs = open.logs();
  await open[Symbol.asyncDispose]();
  return {
    face: options.face.name,
    isForeign: options.face.isForeign === true,
    isNameless: options.face.isNameless === true,
    wire,
    strict,
    turns: walker.turns,
    media: stage.media,
    limits: advertised && imageLimits,
    advertised: advertised ?? {},
    logs,
    ...(await readStore(stage.data)),
  };
}

type OpenFace = Pick<Face, 'logs' | 'advertised' | typeof Symbol.asyncDispose>;

class Walker {
  readonly turns: Turn[] = [];
  isStuck = false;
  readonly #stage: WalkStage;
  readonly #kind: FaceKind;
  readonly #deadlineMs: number;
  readonly #reader = new Reader();
  /** File name → what stands under it. */
  readonly #files = new Map<string, Medium | undefined>();
  #face: Face | undefined;
  #model: ModelName = 'sees';
  #history: readonly Attached[] = [];
  #looks: readonly Looked[] = [];
  #takenBack: readonly Medium[] = [];
  #isRenewed = false;
  #isForgotten = false;

  constructor(stage: WalkStage, { face, deadlineMs = 360_000 }: WalkOptions) {
    this.#stage = stage;
    this.#kind = face;
    this.#deadlineMs = deadlineMs;
    stage.provider.describe = async (request) => {
      const { media } = await this.#reader.read(request, stage.media);
      return media.map(({ mark = -1 }) => helperWordOf(mark)).join(' ') || 'They talked.';
    };
  }

  async begin(): Promise<OpenFace> {
    const face = await this.#kind.open(this.#stage);
    this.#face = face;
    let isOpen = true;
    return {
      ...(face.advertised && { advertised: () => face.advertised?.() ?? Promise.resolve({}) }),
      logs: () => face.logs(),
      async [Symbol.asyncDispose]() {
        if (isOpen) await face[Symbol.asyncDispose]();
        isOpen = false;
      },
    };
  }

  async place(kind: MediaKind): Promise<void> {
    const medium = await this.#stage.draw(kind);
    const name = `file-${medium.name}`;
    await this.#stage.place(medium, name);
    this.#files.set(name, medium);
  }

  async take(step: Step, at: number): Promise<void> {
    const face = this.#face;
    if (!face) return;
    switch (step.do) {
      case 'ask':
        return this.#ask(step, at, await this.#drawAll(step.attach), [text('Done.')]);
      case 'repeat': {
        const known = this.#history[step.pick % Math.max(1, this.#history.length)];
        return this.#ask(step, at, known ? [known.medium] : [], [text('Done.')]);
      }
      case 'crowd': {
        const usage = { inputTokens: contextTokens * 0.9, outputTokens: 10, cachedTokens: 0 };
        this.#isRenewed = true;
        return this.#ask(step, at, [], [{ kind: 'text', text: 'Much.', usage }]);
      }
      case 'view':
      case 'zoom':
      case 'read':
        return this.#look(step, at);
      case 'follow':
        return this.#follow(step, at);
      case 'fail':
        return this.#ask(step, at, await this.#drawAll(step.attach), [
          { kind: 'failure', status: step.status, message: 'The walk says no.' },
        ]);
      case 'cancel':
        return face.cancel && this.#cancel(step, at, await this.#drawAll(step.attach));
      case 'again': {
        const last = this.turns.at(-1);
        if (!face.again || last?.told.end !== 'failed') return;
        this.#isRenewed = true;
        this.#history = this.#history.filter(({ turn }) => turn !== last.number);
        const media = last.attached.map(({ medium }) => medium);
        return this.#turn(step, at, media, [text('Done.')], () => face.again?.());
      }
      case 'switch':
        if (!face.switchModel) return;
        await face.switchModel(step.model);
        this.#model = step.model;
        return;
      case 'change': {
        const name = this.#fileName(step.pick);
        const before = this.#files.get(name);
        if (!before) return;
        const medium = await this.#stage.draw(before.kind);
        await this.#stage.place(medium, name);
        this.#files.set(name, medium);
        return;
      }
      case 'vanish': {
        const name = this.#fileName(step.pick);
        await this.#stage.remove(name);
        this.#files.set(name, undefined);
        return;
      }
      case 'resume':
        return face.resume?.();
      case 'restart':
        return face.restart?.();
      case 'collect':
        return this.#collect();
      case 'edit':
        // Agents of others have tools of their own.
        return this.#kind.isForeign ? undefined : this.#edit(step, at);
      case 'fork': {
        const last = this.turns.at(-1);
        if (!face.fork || last?.told.end !== 'answered') return;
        // Its owner took it back, and a branch of the run asks for it anew.
        if (this.#isForgotten && last.attached.length > 0) return;
        const media = last.given.filter((medium) =>
          last.attached.some((one) => one.medium === medium),
        );
        return this.#turn(step, at, media, [text('Done.')], () => face.fork?.());
      }
      case 'branch':
        // A turn that runs or failed is no place to begin from.
        if (this.turns.at(-1)?.told.end === 'answered') await face.branch?.();
        return;
      case 'rewrite':
        return this.#rewrite(step, at, await this.#drawAll(step.attach));
      case 'forget':
        this.#isForgotten = true;
        return face.forget?.();
    }
  }

  /** As `percept gc` does, beside whoever has the store open. */
  async #collect(): Promise<void> {
    const memory = await openMemory({ directory: this.#stage.data });
    await memory.collect({ graceMs: 0 });
    await memory.close();
  }

  #fileName(pick: number): string {
    return [...this.#files.keys()][pick % this.#files.size] ?? '';
  }

  async #drawAll(kinds: readonly MediaKind[]): Promise<readonly Medium[]> {
    const drawn: Medium[] = [];
    for (const kind of kinds) drawn.push(await this.#stage.draw(kind));
    return drawn;
  }

  #ask(
    step: Step,
    at: number,
    media: readonly Medium[],
    replies: readonly Reply[],
    looked?: Looked,
  ): Promise<void> {
    this.#isForgotten = false;
    const message = { text: `Step ${at}: what is it?`, attach: media };
    return this.#turn(step, at, media, replies, () => this.#face?.ask(message), looked);
  }

  /** What the newest message held counts no more, unless it is kept; a message that is refused changes nothing. */
  async #rewrite(
    step: Step & { readonly pick: number },
    at: number,
    media: readonly Medium[],
  ): Promise<void> {
    const face = this.#face;
    const last = this.turns.at(-1);
    if (!face?.rewrite || last?.told.end !== 'answered') return;
    const before = { history: this.#history, looks: this.#looks, takenBack: this.#takenBack };
    const mine = this.#history.filter(({ turn }) => turn === last.number);
    const keeps = mine
      .keys()
      .filter((place) => (step.pick >> place) & 1)
      .toArray();
    const kept = keeps.flatMap((place) => mine[place]?.medium ?? []);
    this.#history = this.#history.filter(({ turn }) => turn !== last.number);
    this.#looks = this.#looks.filter((look) => look !== last.looked);
    const stays = new Set([...kept, ...this.#history.map(({ medium }) => medium)]);
    const gone = mine.map(({ medium }) => medium).filter((medium) => !stays.has(medium));
    this.#takenBack = [...this.#takenBack, ...gone];
    this.#isRenewed = true;
    const message = { text: `Step ${at}: once more, in other words.`, attach: media };
    await this.#turn(step, at, [...kept, ...media], [text('Done.')], () =>
      face.rewrite?.(message, keeps),
    );
    if (this.turns.at(-1)?.told.end !== 'refused') return;
    this.#history = before.history;
    this.#looks = before.looks;
    this.#takenBack = before.takenBack;
  }

  #look(step: Step & { readonly pick: number }, at: number): Promise<void> {
    const ref = this.#fileName(step.pick);
    const medium = this.#kind.hasFolder === false ? undefined : this.#files.get(ref);
    const region = { x: 0, y: 0, width: 40, height: 40 };
    const input = step.do === 'zoom' ? { ref, region } : { ref };
    const tool = step.do === 'read' ? 'read' : 'view';
    const looked = { ref, tool, medium, followed: false };
    return this.#ask(step, at, [], [toolCall(tool, input), text('Seen.')], looked);
  }

  /** Reads the text of the folder, and changes what it read. */
  async #edit(step: Step, at: number): Promise<void> {
    const name = [...this.#files.keys()].find((one) => one.endsWith('.ts')) ?? '';
    const read = (): Promise<string> =>
      readFile(join(this.#stage.folder, name), 'utf8').catch(() => '');
    const before = await read();
    const [old = ''] = /answer = .*;/.exec(before) ?? [];
    const fresh = `answer = ${at} + 1;`;
    const change = ({ raw }: CapturedRequest): Reply => {
      const token = [...raw.matchAll(/token (r\d+\.[\w-]+)/g)].at(-1)?.[1] ?? '';
      return toolCall('edit', { path: name, token, old, new: fresh });
    };
    const replies = [toolCall('read', { ref: name }), change, text('Changed.')];
    const message = { text: `Step ${at}: change it.`, attach: [] };
    await this.#turn(step, at, [], replies, () => this.#face?.ask(message));
    const last = this.turns.pop();
    if (!last) return;
    const edited = { before, wanted: before.replace(old, fresh), after: await read() };
    this.turns.push({ ...last, edited });
  }

  /** `attachment:NAME` and `ref "HASH"` stand in the words that Percept wrote into the newest request. */
  #follow(step: Step & { readonly pick: number }, at: number): Promise<void> | undefined {
    const newest = this.turns.at(-1)?.got.findLast(({ isHelper }) => !isHelper);
    const words = newest?.seen.text ?? '';
    const refs = [
      ...new Set(
        [...words.matchAll(/attachment:\d*-?m[\w.-]+|\b[0-9a-f]{64}\b/g)].map(([ref]) => ref),
      ),
    ];
    const ref = refs[step.pick % Math.max(1, refs.length)];
    if (ref === undefined) return undefined;
    const medium = this.#named(ref);
    const tool = medium?.kind === 'sound' ? 'listen' : 'view';
    const looked = { ref, tool, medium, followed: true };
    return this.#ask(step, at, [], [toolCall(tool, { ref }), text('Seen.')], looked);
  }

  /** By its name, its hash, or the hash of what a request showed of it. */
  #named(ref: string): Medium | undefined {
    const name = ref.replace(/^attachment:(\d+-)?/, '');
    const shown = this.turns
      .flatMap(({ got }) => got.flatMap(({ seen }) => seen.media))
      .find(({ sha256 }) => ref.endsWith(sha256));
    return this.#stage.media.find(
      (medium) =>
        medium.name === name || ref.endsWith(medium.sha256) || medium.mark === shown?.mark,
    );
  }

  /** The model is asked, the client ends the turn, and only then would the model have answered. */
  #cancel(step: Step, at: number, media: readonly Medium[]): Promise<void> {
    const released = Promise.withResolvers<Reply>();
    const held = async (): Promise<Reply> => {
      await this.#face?.cancel?.();
      return released.promise;
    };
    const message = { text: `Step ${at}: never mind.`, attach: media };
    return this.#turn(step, at, media, [held], async () => {
      try {
        return await this.#face?.ask(message);
      } finally {
        released.resolve(text('Too late.'));
      }
    });
  }

  async #turn(
    step: Step,
    at: number,
    media: readonly Medium[],
    replies: readonly Planned[],
    act: () => Promise<Told | undefined> | undefined,
    looked?: Looked,
  ): Promise<void> {
    const { provider } = this.#stage;
    const number = this.turns.length;
    const before = provider.got.length;
    provider.plan(...replies);
    const told = await this.#within(act());
    if (!told) return;
    this.isStuck = told.end === 'waiting';
    // An agent of somebody else forgets a message that failed.
    const { remembers, isForeign } = this.#kind;
    const isRefused =
      told.end === 'refused' || (told.end === 'failed' && provider.got.length === before);
    const isTaken = told.end === 'answered' || (!isRefused && !isForeign && told.isLost !== true);
    const attached = media
      .filter(
        ({ kind, name, bytes }) =>
          !isUnshowable(kind) &&
          !(this.#face?.advertised && bytes.length > imageLimits.maxBytes) &&
          !told.refused.some((one) => one.name === name),
      )
      .map((medium) => ({ medium, turn: number, called: this.#calledOf(medium, media, told) }));
    if (!remembers) this.#looks = [];
    const earlier = remembers ? this.#history : [];
    const history = isRefused ? earlier : [...earlier, ...attached];
    const looks = looked ? [...this.#looks, looked] : this.#looks;
    const got: SeenGot[] = [];
    for (const each of provider.got.slice(before))
      got.push({ ...each, seen: await this.#reader.read(each.request, this.#stage.media) });
    this.turns.push({
      number,
      step,
      at,
      model: this.#model,
      given: media,
      attached,
      history,
      ...(looked && { looked }),
      takenBack: this.#takenBack,
      looks,
      got,
      told,
      isRenewed: this.#isRenewed || !remembers,
    });
    // A turn that failed leaves the summary of a full history to the next one.
    const isPending = this.#isRenewed && told.end === 'failed';
    this.#isRenewed = step.do === 'crowd' || isPending || !isTaken;
    this.#history = isTaken ? history : earlier;
    if (isTaken) this.#looks = looks;
  }

  /** By its own name, or by its place among those that were taken. */
  #calledOf(medium: Medium, media: readonly Medium[], { refused }: Told): string {
    const taken = media.filter(({ name }) => !refused.some((one) => one.name === name));
    return this.#kind.called?.(taken.indexOf(medium)) ?? medium.name;
  }

  async #within(told: Promise<Told | undefined> | undefined): Promise<Told | undefined> {
    const waiting: Told = { end: 'waiting', events: [], refused: [] };
    const late = Promise.withResolvers<Told>();
    const timer = setTimeout(() => late.resolve(waiting), this.#deadlineMs);
    try {
      return await Promise.race([told, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Whatever the face left behind, looked at with the tools that everybody has. */
async function readStore(data: string): Promise<Pick<Run, 'stored' | 'damage'>> {
  const names = (await readdir(data).catch(() => [])).filter((name) =>
    name.startsWith('percept.db'),
  );
  if (names.length === 0) return { stored: '', damage: [] };
  const contents = await Promise.all(names.map((name) => readFile(join(data, name), 'latin1')));
  const { findings } = await fsck(data);
  return {
    stored: contents.join('\n'),
    damage: findings
      .filter(({ severity }) => severity === 'error' || severity === 'warning')
      .map((found) => JSON.stringify(found)),
  };
}
