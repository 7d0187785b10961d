// Time that a busy machine does not stretch: what this thread has worked, not how long it has waited.

export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
