// How long a client waits for `initialize`, and what an idle agent weighs: `node test/acp/startup.ts [runs]`. The processor's
// time is told beside the clock's, because the clock also measures the neighbours.
import { readFile } from 'node:fs/promises';
import { openStage } from './agent-process.ts';
import { connectV1 } from './v1-client.ts';

export interface Startup {
  readonly medianMs: number;
  readonly medianCpuMs: number;
  readonly idleMegabytes: number;
}

const ticksPerSecond = 100;

export async function measureStartup(runs: number): Promise<Startup> {
  await using stage = await openStage([]);
  const times: number[] = [];
  const cpu: number[] = [];
  let idleMegabytes = 0;
  // The first start compiles; a client starts it every day.
  for (let run = 0; run <= runs; run++) {
    const began = performance.now();
    const agent = stage.start();
    await connectV1(agent);
    const elapsed = performance.now() - began;
    const stat = (await readFile(`/proc/${agent.child.pid}/stat`, 'utf8'))
      .split(') ')[1]
      ?.split(' ');
    const status = await readFile(`/proc/${agent.child.pid}/status`, 'utf8');
    if (run > 0) {
      times.push(elapsed);
      cpu.push(((Number(stat?.[11]) + Number(stat?.[12])) * 1000) / ticksPerSecond);
    }
    idleMegabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    agent.child.kill('SIGKILL');
  }
  return {
    medianMs: Math.round(median(times)),
    medianCpuMs: Math.round(median(cpu)),
    idleMegabytes: Math.round(idleMegabytes),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

if (import.meta.main) {
  const runs = Number(process.argv[2] ?? 9);
  console.log(JSON.stringify({ runs, ...(await measureStartup(runs)) }));
}
