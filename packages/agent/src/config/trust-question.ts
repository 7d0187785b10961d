// The question about a folder's own configuration, as a face shows it, and its answer: what is trusted is exactly what was
// shown, and only where it can be used.
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import {
  trustPermission,
  type Permission,
  type TrustSubject,
} from '@percept/core/internal/permission';
import type { ProjectFile } from './config.ts';
import { findConfigFiles, homeFolder } from './find-config.ts';
import { loadConfig, type LoadOptions } from './load-config.ts';
import { TrustStore } from './trust-store.ts';

/** Undefined where nothing waits for trust. Refused where the file is too long to be judged. */
export async function trustQuestion(
  options: LoadOptions,
): Promise<Outcome<Permission<TrustSubject>> | undefined> {
  const { cwd, env, home = homeFolder() } = options;
  const waiting = await waitingFile(options);
  const found = waiting && (await findConfigFiles({ cwd, env, home }));
  const file = found?.ok ? found.value.project : undefined;
  if (!waiting || file?.sha256 !== waiting.sha256) return undefined;
  const text = new TextDecoder().decode(file.bytes);
  return trustPermission({ ...waiting, text, isChanged: waiting.standing === 'changed' });
}

/** `digest`: of what was shown. */
export async function trustShown(
  options: LoadOptions,
  digest: string,
): Promise<Outcome<undefined>> {
  const waiting = await waitingFile(options);
  if (waiting?.sha256 !== digest) return refuse(changed);
  const { env, home = homeFolder() } = options;
  const store = new TrustStore({ env, home });
  const kept = await store.trust(waiting);
  if (!kept.ok) return kept;
  const now = await loadConfig(options);
  if (now.ok) return accept(undefined);
  await store.forget(waiting.path);
  return now;
}

async function waitingFile(options: LoadOptions): Promise<ProjectFile | undefined> {
  const config = await loadConfig(options);
  const project = config.ok ? config.value.project : undefined;
  return project && project.asks.length > 0 ? project : undefined;
}

const changed: Refusal = {
  refused: 'stale',
  message: 'The file is not what was shown any more, so it is not trusted.',
  hint: 'Read the question again.',
};
