// What the routes of this face work with, made once in `openwop.ts`.
import type { Assets, Places } from '@percept/host/internal';
import type { Clock } from '@percept/store';
import type { AgentTurns } from './agent-turn.ts';
import type { CallPlaces } from './call-places.ts';
import type { Engine } from './engine.ts';
import type { HostMaking } from './host-making.ts';
import type { Intake } from './intake.ts';
import type { InterruptTokens } from './interrupt-token.ts';
import type { OpenwopLimits } from './limits.ts';
import type { MediaEmitter } from './media-emitter.ts';
import type { ModelFacts } from './model-facts.ts';
import type { RunStore } from './run-store.ts';
import type { Runs } from './runs.ts';
import type { SeamLog } from './seam-log.ts';
import type { StoredMedia } from './stored-media.ts';
import type { WorkflowStore } from './workflow-store.ts';

export interface RouteParts {
  readonly version: string;
  readonly origin: () => string;
  readonly limits: OpenwopLimits;
  readonly clock: Clock;
  readonly models: () => Promise<ModelFacts>;
  readonly assets: Pick<Assets, 'resolve' | 'redact'>;
  readonly runs: Runs;
  readonly book: RunStore;
  readonly engine: Engine;
  readonly tokens: InterruptTokens;
  readonly workflows: WorkflowStore;
  readonly nodeKinds: readonly string[];
  readonly intake: Intake;
  readonly agents: AgentTurns;
  readonly making: HostMaking;
  readonly media: MediaEmitter;
  readonly stored: StoredMedia;
  readonly seams: SeamLog;
  /** Calls to models, and streams of events, that one tenant has open. */
  readonly places: CallPlaces;
  readonly streams: Places;
  readonly emitsMedia: boolean;
  readonly hasTestSeams: boolean;
}
