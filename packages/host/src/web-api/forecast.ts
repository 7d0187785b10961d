// What a message would become, before it is sent: a dry run of what sends it, in the conversation that it is meant for.
import { AgentSession, type LoopModel } from '@percept/agent';
import { attachmentFates } from '@percept/agent/internal';
import { accept, type Outcome, type TenantId } from '@percept/core';
import { composePrompt } from './compose-prompt.ts';
import type { FileForecast, Forecast } from '@percept/contract';
import { findUploads } from './turns.ts';
import type { WebApiService } from './web-api.ts';

export interface ForecastRequest {
  readonly text: string;
  readonly uploads: readonly string[];
  /** Undefined: a conversation that has not begun. */
  readonly session?: string | undefined;
  readonly model?: string | undefined;
}

export async function forecastFor(
  service: WebApiService,
  tenant: TenantId,
  { text, uploads, session, model: wanted }: ForecastRequest,
  signal: AbortSignal,
): Promise<Outcome<Forecast>> {
  const { memory, runtime, workplaceOf } = service.setup;
  const found = await findUploads(service.turns, tenant, { uploads });
  if (!found.ok) return found;
  const parts = composePrompt(
    { text },
    found.value.map(({ block }) => block),
    service.limits,
  );
  if (!parts.ok) return parts;
  const pool = await runtime.pool();
  const cwd = workplaceOf(tenant);
  const open =
    session === undefined ? undefined : await service.conversations.open(tenant, session);
  if (open && !open.ok) return open;
  const agent =
    open?.value.open.session ?? AgentSession.unrecorded(pool.parts, { cwd, roots: [cwd] }, tenant);
  const model = pool.parts.models.list().find(({ name }) => name === wanted) ?? agent.model;
  const forecast = await agent.forecast(parts.value, {
    model,
    store: memory.forTenant(tenant),
    signal,
  });
  if (!forecast.ok) return accept({ ...empty, ...whoOf(model), refusal: forecast.refusal });
  const { report, estimate, parts: named } = forecast.value;
  const fates = new Map(attachmentFates(report).map((fate) => [fate.name, fate]));
  const files = named.flatMap((part): readonly FileForecast[] => {
    if (part.type === 'text' || part.origin.kind !== 'attachment') return [];
    const fate = fates.get(part.origin.name ?? '');
    if (!fate) return [{ ...notShown, images: 0, estimatedTokens: 0 }];
    const { name: _, ...own } = fate;
    return [own];
  });
  return accept({ ...whoOf(model), files, images: report.images, ...estimate });
}

const empty = { files: [], images: 0, textTokens: 0, mediaTokens: 0 } as const;
const notShown = { outcome: 'words', message: 'The model is only told that it is there.' } as const;

function whoOf(model: LoopModel | undefined): Pick<Forecast, 'model' | 'host'> {
  return model
    ? { model: model.name, host: model.host }
    : { model: 'local eyes', host: 'this device' };
}
