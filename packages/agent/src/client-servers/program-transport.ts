// MCP over the pipes of a program that we started. Lines are bounded in bytes and depth before anything parses them, and a
// call whose answer is too large is told so instead of waiting for an answer that was thrown away.
import {
  deserializeMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { BoundedLines } from '../wire-messages/bounded-lines.ts';
import type { ClientServerLimits } from './limits.ts';
import { ProcessGroup, type GroupCommand } from './process-group.ts';
import { FloodError, Traffic } from './traffic.ts';

export class ProgramTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #command: GroupCommand;
  readonly #limits: ClientServerLimits;
  readonly #traffic: Traffic;
  #group: ProcessGroup | undefined;
  #isClosed = false;

  constructor(command: GroupCommand, limits: ClientServerLimits) {
    this.#command = command;
    this.#limits = limits;
    this.#traffic = new Traffic(limits);
  }

  async start(): Promise<void> {
    const group = new ProcessGroup(this.#command);
    this.#group = group;
    const { stdout } = group.child;
    const lines = new BoundedLines(this.#limits, (id, why) => this.#reject(id, why));
    lines.on('data', (line: Buffer) => this.#take(line));
    stdout.on('data', (chunk: Buffer) => this.#count(chunk.length, 0));
    stdout.pipe(lines);
    void group.ended.then((how) => {
      if (!this.#isClosed) this.onerror?.(new Error(how));
      this.#closed();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#group || this.#isClosed) throw new Error('The server has ended.');
    if ('id' in message && 'method' in message) this.#traffic.asked();
    this.#group.child.stdin.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    const group = this.#group;
    this.#group = undefined;
    this.#closed();
    await group?.close(this.#limits.closeTimeoutMs);
  }

  #take(line: Buffer): void {
    if (this.#isClosed) return;
    this.#count(0, 1);
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line.toString('utf8'));
    } catch {
      // Programs print things; what is no message is nobody's answer.
      return;
    }
    this.onmessage?.(message);
  }

  #count(bytes: number, messages: number): void {
    const refusal = this.#traffic.came(bytes, messages);
    if (refusal) this.#fail(new FloodError(refusal));
  }

  #reject(id: string | number | undefined, why: string): void {
    if (id === undefined) return this.#fail(new Error(why));
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32_600, message: why } });
  }

  #fail(error: Error): void {
    if (this.#isClosed) return;
    this.onerror?.(error);
    this.#group?.kill();
    this.#closed();
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }
}
