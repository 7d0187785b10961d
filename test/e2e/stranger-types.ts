// A stranger's compiler: strict, and checking every declaration that it reads, those of dependencies included.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRecord } from '@percept/core/internal';

type Resolution = 'nodenext' | 'bundler';

const compiler = createRequire(import.meta.url).resolve('typescript/package.json');

/** Imports whole entries, and gives back what the compiler objects to. */
export function compileAll(
  folder: string,
  entries: readonly string[],
  resolution: Resolution,
): Promise<string> {
  const file = `all-${resolution}.ts`;
  const lines = entries.map((entry, index) => `export * as entry${index} from '${entry}';`);
  writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
  return compile(folder, file, resolution, {});
}

/** Writes the element in JSX, twice wrongly, and gives back the lines that the compiler objects to. */
export async function compileJsx(
  folder: string,
  framework: 'react' | 'preact' | 'solid',
  prefix: string,
): Promise<readonly number[]> {
  const file = `${framework}.tsx`;
  const listens = (detail: string): string =>
    `${prefix}envelope-error={(event) => console.log(event.detail.${detail}.length)}`;
  const lines = [
    `import type {} from '@percept/web/${framework}';`,
    `export const plain = <media-envelope envelope={{ type: 'media.image' }} lineNumbers id="one" />;`,
    `export const text = <media-envelope envelope="{}" origins="https://a.example" width={3} />;`,
    `export const heard = <media-envelope ${listens('reason')} />;`,
    `export const wrong = <media-envelope width="wide" />;`,
    `export const deaf = <media-envelope ${listens('raison')} />;`,
  ];
  writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
  const jsx =
    framework === 'solid'
      ? { jsx: 'preserve', jsxImportSource: 'solid-js' }
      : { jsx: 'react-jsx', jsxImportSource: framework };
  const output = await compile(folder, file, 'bundler', jsx);
  const faults = output.match(/^\S+\(\d+,\d+\): error .*/gm) ?? [];
  const elsewhere = faults.filter((fault) => !fault.startsWith(`${file}(`));
  if (elsewhere.length > 0) throw new Error(elsewhere.join('\n'));
  return faults.map((fault) => Number(/\((\d+)/.exec(fault)?.[1]));
}

async function compile(
  folder: string,
  file: string,
  resolution: Resolution,
  options: Readonly<Record<string, string>>,
): Promise<string> {
  const modules =
    resolution === 'nodenext'
      ? { module: 'nodenext' }
      : { module: 'esnext', moduleResolution: 'bundler' };
  const config = join(folder, `tsconfig.${file}.json`);
  writeFileSync(
    config,
    JSON.stringify({
      compilerOptions: {
        ...modules,
        ...options,
        target: 'es2024',
        lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'],
        strict: true,
        skipLibCheck: false,
        noEmit: true,
        // Declarations of ours name Node's; whoever compiles for Node has them.
        typeRoots: [join(compiler, '../../@types')],
        types: ['node'],
      },
      files: [file],
    }),
  );
  const args = [join(compiler, '../bin/tsc'), '-p', config];
  return promisify(execFile)(process.execPath, args, { cwd: folder }).then(
    () => '',
    (error: unknown) => (isRecord(error) ? String(error['stdout']) : String(error)),
  );
}
