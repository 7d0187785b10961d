// Gives memory back now: a collector that waits until there is much of it costs more than a picture's own work, and a host that
// refuses large files one after the other would hold several of them.

/** Nobody may hold on to these bytes, and nothing of the system may still write or send them. */
export function release(data: Uint8Array): void {
  const { buffer, byteLength } = data;
  // Small buffers may share theirs with others.
  const isOwn = buffer instanceof ArrayBuffer && !buffer.detached;
  if (isOwn && buffer.byteLength === byteLength) buffer.transfer(0);
}
