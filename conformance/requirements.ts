// Every MUST, SHOULD and concrete promise of the five seeds, the traps that correct them, and the
// design's own promises, as one list. Nothing else in the repository says what works.

import { built } from './built.ts';
import { open } from './open.ts';
import type { Requirement } from './requirement.ts';
import { design } from './requirements/design.ts';
import { factsAcp } from './requirements/facts-acp.ts';
import { factsEyes } from './requirements/facts-eyes.ts';
import { factsIngest } from './requirements/facts-ingest.ts';
import { factsOpenwop } from './requirements/facts-openwop.ts';
import { factsRender } from './requirements/facts-render.ts';
import { factsStorage } from './requirements/facts-storage.ts';
import { factsTerminal } from './requirements/facts-terminal.ts';
import { factsWires } from './requirements/facts-wires.ts';
import { seed000 } from './requirements/seed-000.ts';
import { seed001 } from './requirements/seed-001.ts';
import { seed002 } from './requirements/seed-002.ts';
import { seed003 } from './requirements/seed-003.ts';
import { seed004 } from './requirements/seed-004.ts';

const statements = [
  ...seed000,
  ...seed001,
  ...seed002,
  ...seed003,
  ...seed004,
  ...factsIngest,
  ...factsStorage,
  ...factsWires,
  ...factsAcp,
  ...factsOpenwop,
  ...factsRender,
  ...factsEyes,
  ...factsTerminal,
  ...design,
] as const;

export type RequirementId = (typeof statements)[number]['id'];

const claimed: ReadonlySet<string> = new Set(built);

export const requirements: readonly Requirement<RequirementId>[] = statements.map((statement) => ({
  ...statement,
  status: claimed.has(statement.id) ? 'built' : 'open',
  ...(open[statement.id] !== undefined && { reason: open[statement.id] }),
}));
