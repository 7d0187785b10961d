// `percept -p QUESTION FILE --dry-run`: what sends, up to the sending. Nothing is recorded, nobody looks, nothing leaves.
import { AgentSession, type Forecast, type PromptPart } from '@percept/agent';
import { attachmentFates } from '@percept/agent/internal';
import type { Runtime } from '@percept/agent/runtime';
import { jsonOf, printable } from '@percept/core/internal';
import { FaultError, orFault, orRefuse, said, type Answer, type Invocation } from '../command.ts';
import { takeArrival } from './intake.ts';

export async function dryRun(
  runtime: Runtime,
  text: string,
  { args, flags, environment, signal }: Invocation,
): Promise<Answer> {
  const { workingDirectory: cwd, homeDirectory: home, platform, variables: env } = environment;
  const { parts } = await runtime.pool();
  const session = await sessionOf(runtime, cwd, flags.text('resume'));
  const draft: PromptPart[] = [];
  const place = { platform, env, cwd, home, stdin: environment.stdin };
  for (const path of args)
    for (const taken of (await takeArrival({ ...parts, place }, { kind: 'path', path }, signal)) ??
      [])
      draft.push(orRefuse(taken));
  if (text.trim() !== '') draft.push({ type: 'text', text });
  const wanted = flags.text('model');
  const model = parts.models.list().find(({ name }) => name === wanted) ?? session.model;
  if (wanted !== undefined && model?.name !== wanted)
    throw new FaultError(`There is no model ${printable(wanted)}. See: percept models`);
  const forecast = orRefuse(await session.forecast(draft, { model, signal }));
  const { report, estimate } = forecast;
  const attachments = attachmentFates(report);
  return said(jsonOf({ dryRun: true, ...report, attachments, estimate }), wordsOf(forecast));
}

async function sessionOf(
  runtime: Runtime,
  cwd: string,
  resumed: string | undefined,
): Promise<AgentSession> {
  const pool = await runtime.pool();
  if (resumed === undefined) return AgentSession.unrecorded(pool.parts, { cwd, roots: [cwd] });
  return orFault(await pool.resume(resumed, { cwd })).session;
}

function wordsOf({ report, estimate }: Forecast): string {
  const { model, host, wire } = report;
  const { textTokens, mediaTokens, costUsd } = estimate;
  const cost = costUsd === undefined ? '' : `, about $${costUsd.toFixed(4)}`;
  const fates = attachmentFates(report).map(
    ({ name, message }) => `${printable(name)}: ${printable(message, 400)}`,
  );
  if (wire === 'none')
    return [withoutModel(printable(model), fates.length > 0), ...fates, 'Nothing was sent.'].join(
      '\n',
    );
  return [
    `${printable(model)} at ${printable(host)}: about ${textTokens + mediaTokens} tokens (text ${textTokens}, pictures ${mediaTokens})${cost}`,
    ...fates,
    'Nothing was sent.',
  ].join('\n');
}

/** There is no request, so there is nothing to count. */
function withoutModel(answerer: string, hasFiles: boolean): string {
  return hasFiles
    ? `No model is configured: ${answerer} on this device will read what is attached. No request is made, so it takes no tokens and costs nothing.`
    : `No model is configured: ${answerer} on this device read what is attached, and nothing is. Set PERCEPT_MODEL to ask a model.`;
}
