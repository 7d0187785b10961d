// The senses of this machine, found in one place for every command that opens a runtime.
import { keeping } from '@percept/core/internal';
import type { Eyes, EyesOptions } from '@percept/eyes';
import type { Environment } from './command.ts';

export interface Senses extends AsyncDisposable {
  readonly found:
    | {
        readonly open: () => Promise<Eyes>;
        readonly hears: () => Promise<boolean>;
        readonly version: () => Promise<string>;
      }
    | undefined;
}

/** Local eyes are a package of their own: with them installed nothing has to be configured. */
export function findSenses(
  environment: Pick<Environment, 'variables'>,
  onEvent?: EyesOptions['onEvent'],
): Senses {
  const load = async () => {
    const [{ createEyes }, { acceleratorOf }] = await Promise.all([
      import('@percept/eyes'),
      import('./accelerator.ts'),
    ]);
    return createEyes({ accelerator: acceleratorOf(environment), onEvent });
  };
  const loaded = keeping(load);
  let opened: ReturnType<typeof load> | undefined;
  const open = () => (opened = loaded());
  // Whoever asked for them was told why they did not open.
  const closing = {
    [Symbol.asyncDispose]: async () =>
      (await opened?.catch(() => undefined))?.[Symbol.asyncDispose](),
  };
  try {
    import.meta.resolve('@percept/eyes');
  } catch {
    return { found: undefined, ...closing };
  }
  return { found: { open, hears: async () => (await open()).ready(), version }, ...closing };
}

/** What eyes say changes with their packs, so whoever keeps what they said keeps it under this. */
async function version(): Promise<string> {
  const { eyesVersion, isInstalled, modelsFolder, packNames } = await import('@percept/eyes');
  const folder = modelsFolder();
  const here = await Promise.all(packNames.map((name) => isInstalled(folder, name)));
  return [eyesVersion, ...packNames.filter((_, index) => here[index])].join(' ');
}
