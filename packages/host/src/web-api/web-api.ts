// What the browser asks for, on the runtime. One person's requests never reach another's things: every handler gets the
// tenant of the credential, and every id is checked against it before anything is read.
import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { bridgeOf } from '@percept/agent/internal';
import { type Bridge } from '@percept/agent';
import { audioTypes, type Outcome, type TenantId } from '@percept/core';
import { withLimits } from '@percept/core/internal';
import type { Permission as Asked, TrustSubject } from '@percept/core/internal/permission';
import { secretRedactor } from '@percept/core/internal/envelope';
import { type Redactor } from '@percept/core/envelope';
import { localTenant } from '@percept/store';
import type { HostContext } from '../extension.ts';
import type { HostLimits } from '../limits.ts';
import { sharedPlaces, type Places } from '../places.ts';
import { AssetLinks, type Mint } from './asset-links.ts';
import type { ModelCard, Permission, Status, Uploaded } from '@percept/contract';
import { Conversations } from './conversations.ts';
import { webLimits, type WebLimits } from './limits.ts';
import { activeName, cardsOf } from './model-card.ts';
import { webRoutes } from './routes.ts';
import type { TurnSetup } from './turns.ts';
import { UploadStore, type Upload } from './upload-store.ts';
import { TurnLeases } from './turn-leases.ts';

export interface WebApiSetup extends Pick<
  HostContext,
  'version' | 'memory' | 'runtime' | 'bodies' | 'clock' | 'report'
> {
  readonly assets: Mint;
  /** Where a tenant's tools may read and, when asked, write. */
  readonly workplaceOf: (tenant: TenantId) => string;
  /** Undefined: nobody. */
  readonly identify: (request: Request) => TenantId | undefined;
  readonly hostLimits: HostLimits;
  /** What is installed beside the server, by name. */
  readonly extensions: readonly string[];
  readonly folderTrust?: FolderTrust | undefined;
  readonly limits?: Partial<WebLimits>;
  /** Never shown to anybody, wherever they stand. */
  readonly secrets: readonly string[];
  /** Whether other servers work on the same memory. */
  readonly isShared: boolean;
}

/** Asked of the person at this machine, and of no other tenant. */
export interface FolderTrust {
  /** Undefined where nothing waits for it. */
  question(): Promise<Outcome<Asked<TrustSubject>> | undefined>;
  /** Remembers exactly what was shown; then the server starts anew with it. */
  trust(digest: string): Promise<Outcome<undefined>>;
}

export interface WebApi {
  readonly routes: Hono;
  /** Turns that run now. */
  readonly running: () => number;
  close(): Promise<void>;
}

export function createWebApi(setup: WebApiSetup): WebApi {
  const service = new WebApiService(setup);
  const sweep = (): void => {
    service.uploads.sweep().catch(setup.report);
  };
  const sweeper = setInterval(sweep, 60 * 60 * 1000);
  sweeper.unref();
  sweep();
  return {
    routes: webRoutes(service),
    running: () => service.conversations.running,
    close: async () => {
      clearInterval(sweeper);
      service.conversations.endWatching();
    },
  };
}

/** What the routes work with. */
export class WebApiService {
  readonly setup: WebApiSetup;
  readonly limits: WebLimits;
  readonly links: AssetLinks;
  readonly uploads: UploadStore;
  readonly conversations: Conversations;
  readonly turns: TurnSetup;
  /** Files that are on their way in. */
  readonly uploading: Places;
  readonly #since: string;
  /** Only asked for routes: it describes nothing itself. */
  #bridge: Promise<Bridge> | undefined;

  constructor(setup: WebApiSetup) {
    const { memory, runtime, clock, report, workplaceOf } = setup;
    this.setup = setup;
    this.#since = randomUUID();
    this.limits = withLimits(webLimits, setup.limits);
    this.uploading = sharedPlaces(this.limits.maxUploadsAtOnce);
    this.links = new AssetLinks(setup.assets, clock);
    this.uploads = new UploadStore(memory, this.limits, clock);
    this.conversations = new Conversations({
      memory,
      runtime,
      links: this.links,
      limits: this.limits,
      workplaceOf,
      isShared: setup.isShared,
    });
    this.turns = {
      limits: this.limits,
      uploads: this.uploads,
      places: sharedPlaces(this.limits.maxTurnsAtOnce),
      leases: setup.isShared ? new TurnLeases(memory) : undefined,
      contextOf: ({ tenant, id }) => this.conversations.contextOf(tenant, id),
      clock,
      report,
    };
  }

  async status(tenant: TenantId): Promise<Status> {
    const plan = await this.setup.runtime.plan();
    const { limits } = this;
    const asked = tenant === localTenant ? await this.setup.folderTrust?.question() : undefined;
    return {
      version: this.setup.version,
      tenant,
      active: activeName(plan),
      models: await this.cards(),
      notices: [
        ...plan.catalogue.notices,
        ...(asked?.ok === false
          ? [`${asked.refusal.message} Read it, then run: percept trust`]
          : []),
      ],
      extensions: this.setup.extensions,
      since: this.#since,
      ...(asked?.ok && { trust: shownQuestion(asked.value) }),
      limits: {
        maxBytesPerFile: plan.config.images.maxBytes,
        maxImagesPerMessage: plan.config.images.maxPerMessage,
        maxTextChars: limits.maxTextChars,
        accept: [...plan.accept, ...otherTypes].join(','),
      },
    };
  }

  async cards(): Promise<readonly ModelCard[]> {
    const plan = await this.setup.runtime.plan();
    const bridge = await (this.#bridge ??= bridgeOf(this.setup.runtime, this.setup.memory));
    return cardsOf(plan, (media, chat) => bridge.route(media, chat));
  }

  /** An upload as the browser is told about it. */
  async uploaded(tenant: TenantId, held: Upload): Promise<Uploaded> {
    const { id, name, block, look, pageCount, warnings } = held;
    const shown = block.type === 'image' ? block : look;
    const thumbnail = shown && (await this.links.link(tenant, id, shown));
    const frames = block.original?.frames;
    return {
      upload: id,
      name,
      kind: block.type,
      mime: block.mime,
      bytes: block.bytes,
      ...(block.type === 'image' && { width: block.width, height: block.height }),
      ...(frames !== undefined && { frames }),
      ...(block.type === 'audio' &&
        block.durationMs !== undefined && { durationMs: block.durationMs }),
      ...(thumbnail && { thumbnail }),
      ...(pageCount > 0 && { pages: pageCount }),
      warnings,
    };
  }

  /** Keys of the configuration and of this server, where its data lies, and whatever looks like a key. */
  async redactor(): Promise<Redactor> {
    const { config } = await this.setup.runtime.plan();
    const keys = config.models.flatMap(({ apiKey }) => (apiKey ? [apiKey.reveal()] : []));
    const { directory } = this.setup.memory;
    return secretRedactor([...keys, ...this.setup.secrets, directory]);
  }
}

function shownQuestion({ title, notes, lines, digest }: Asked<TrustSubject>): Permission {
  const offers = [{ scope: 'once', words: 'Trust it until it changes' }] as const;
  return { id: 'trust', callId: '', title, notes, lines, offers, digest };
}

/** For the picker of files, beside pictures; the door decides by the bytes. */
const otherTypes = [
  ...audioTypes,
  'image/svg+xml',
  'application/pdf',
  'text/*',
  '.svg,.pdf,.md,.txt,.csv,.tsv,.json,.html,.ipynb,.docx,.xlsx,.mmd,.dot',
  '.js,.jsx,.ts,.tsx,.py,.rb,.go,.rs,.java,.kt,.c,.h,.cpp,.cs,.php,.sh,.sql,.yaml,.yml,.toml,.css',
];
