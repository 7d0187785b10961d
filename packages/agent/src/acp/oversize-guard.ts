// A line that is longer than the transport takes is answered and skipped. Without this the SDK's stream fails on it, and the
// whole connection with it.
import { acpLimits } from './limits.ts';

const newline = 0x0a;
/** The id stands in the first bytes of every message that a JSON library writes. */
const headBytes = 4096;

export function guardOversize(
  input: ReadableStream<Uint8Array>,
  answer: (line: string) => void,
  maxLineBytes = acpLimits.maxMessageBytes,
): ReadableStream<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  let skipping = false;
  const take = (piece: Uint8Array): void => {
    size += piece.length;
    if (skipping) return;
    held.push(piece);
    if (size <= maxLineBytes) return;
    skipping = true;
    answer(refusal(Buffer.concat(held).subarray(0, headBytes).toString('utf8'), maxLineBytes));
    held = [];
  };
  return input.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        let rest = chunk;
        for (let end = rest.indexOf(newline); end !== -1; end = rest.indexOf(newline)) {
          take(rest.subarray(0, end));
          for (const piece of held) controller.enqueue(piece);
          if (!skipping) controller.enqueue(Uint8Array.of(newline));
          held = [];
          size = 0;
          skipping = false;
          rest = rest.subarray(end + 1);
        }
        if (rest.length > 0) take(rest);
      },
      flush(controller) {
        for (const piece of held) controller.enqueue(piece);
      },
    }),
  );
}

function refusal(head: string, maxLineBytes: number): string {
  const id = /^\s*\{[^{[]*?"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)/.exec(head)?.[1] ?? 'null';
  const message = `The message is over ${maxLineBytes} bytes.`;
  const data = {
    refused: 'too-large',
    message,
    hint: 'Send fewer or smaller pictures; imageCapability.maxTotalBytes says how much fits.',
    limit: { name: 'maxMessageBytes', max: maxLineBytes },
  };
  const error = JSON.stringify({ code: -32_602, message, data });
  return `{"jsonrpc":"2.0","id":${id},"error":${error}}\n`;
}
