// Numbers that a program wrote down, as this system counts.
import { readdir, readFile } from 'node:fs/promises';

/** The program may have counted in a process list of its own, where the system gives it one. */
export async function hostPids(pids: readonly number[], root: number): Promise<readonly number[]> {
  const parents = new Map<number, number>();
  const inside: { readonly pid: number; readonly own: number }[] = [];
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    const numbers = /^NSpid:\s+(.+)$/m.exec(status)?.[1]?.split(/\s+/).map(Number) ?? [];
    if (numbers.length > 1) inside.push({ pid: Number(name), own: numbers.at(-1) ?? 0 });
  }
  const isBelow = (pid: number): boolean => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === root) return true;
    return false;
  };
  const here = inside.filter(({ pid }) => isBelow(pid));
  return pids.map((own) => here.find((one) => one.own === own)?.pid ?? own);
}
