// `--profile`: the model family that something is made for.
import { profilesById, type ModelProfile } from '@percept/core';
import { UsageError, type Flags } from './command.ts';

export function readProfile(flags: Flags): ModelProfile | undefined {
  const wanted = flags.text('profile');
  if (wanted === undefined) return undefined;
  const profile = profilesById.get(wanted);
  if (profile) return profile;
  throw new UsageError(`There is no profile ${JSON.stringify(wanted)}: ${profileNames()}.`);
}

export function profileNames(): string {
  return [...profilesById.keys()].join(', ');
}
