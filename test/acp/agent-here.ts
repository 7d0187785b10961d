// The agent of `percept acp` in this process: what the command composes and serves, without the start of a process. For tests that are
// about the protocol; those about processes, variables and kills start the command (`agent-process.ts`).
import { composeAcp, serveAcp } from '@percept/agent/acp';
import { openMemory } from '@percept/store';
import { findSenses } from '../../packages/percept/src/cli/senses.ts';

/** Both ends of a connection, as a client sees them. */
export interface AgentPipes {
  readonly output: WritableStream<Uint8Array>;
  readonly input: ReadableStream<Uint8Array>;
}

export interface AgentHere extends AgentPipes, AsyncDisposable {}

export function openAgentHere(cwd: string, data: string, env: NodeJS.ProcessEnv): AgentHere {
  const toAgent = new TransformStream<Uint8Array, Uint8Array>();
  const fromAgent = new TransformStream<Uint8Array, Uint8Array>();
  const leaving = new AbortController();
  const served = serve();
  served.catch(() => undefined);
  return {
    output: toAgent.writable,
    input: fromAgent.readable,
    [Symbol.asyncDispose]: async () => {
      leaving.abort();
      await served;
    },
  };

  async function serve(): Promise<void> {
    await using memory = await openMemory({ directory: data });
    await using senses = findSenses({ variables: env });
    await using host = composeAcp({ version: '0.0.0', cwd, env, memory, senses: senses.found });
    const pipes = {
      input: toAgent.readable,
      output: fromAgent.writable,
      writeLine: () => {
        throw new Error('A message over the limit needs the command itself.');
      },
    };
    await serveAcp(host, pipes, leaving.signal);
  }
}
