// What `draw` and `say` share: nothing leaves before somebody has said so, and what is made is kept as everything that models
// make.
import { refuse, type JsonObject, type Outcome } from '@percept/core';
import { makePermission } from '@percept/core/internal/permission';
import type { Maker, MakeParts, MakingBudget, Produced } from '../making/index.ts';
import type { Charge } from '../models/index.ts';
import type { ToolOptions } from './tool.ts';
import type { Workspace } from './workspace.ts';

export interface Making<Model> {
  readonly maker: Maker<Model> | undefined;
  readonly budget: MakingBudget;
  readonly bill?: ((charge: Charge) => void) | undefined;
}

interface Order {
  readonly tool: 'draw' | 'say';
  readonly maker: Pick<Maker<unknown>, 'model' | 'host' | 'isConsented'>;
  readonly words: string;
  readonly notes: readonly string[];
  readonly input: JsonObject;
  readonly bill: Making<unknown>['bill'];
}

/** On this machine, or where the user said so in the configuration, nobody is asked; everywhere else somebody is, or nothing is sent. */
export async function permitted(
  { permit, door, attachment }: Workspace,
  { callId = '', onProgress, signal }: ToolOptions,
  { maker: { model, host, isConsented }, bill, ...asked }: Order,
  make: (parts: MakeParts) => Promise<Outcome<Produced>>,
): Promise<Outcome<Produced>> {
  if (!isConsented) {
    const question = makePermission({ ...asked, model, host });
    if (!question.ok) return question;
    if (!(await permit?.(question.value, callId)))
      return refuse({
        refused: 'forbidden',
        message: `Nothing was sent to ${model} at ${host}: it was not permitted.`,
        hint: `Ask the user. Where nobody can be asked, PERCEPT_CONSENT=${host} allows it.`,
      });
  }
  onProgress?.(`${model} at ${host} ${asked.tool === 'draw' ? 'draws' : 'speaks'}`);
  return make({ door, bill, isTaken: (name) => attachment?.(name) !== undefined, signal });
}
