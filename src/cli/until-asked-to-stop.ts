/**
 * Resolves at SIGINT or SIGTERM, or when `ended` does. A second signal ends the process at once, by force: a plain exit
 * waits for threads, which may be what the process hangs on.
 */
export async function untilAskedToStop(ended: Promise<unknown> = new Promise(() => {})): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  await new Promise<void>((resolve) => {
    const kill = () => process.kill(process.pid, 'SIGKILL');
    const stop = () => {
      for (const signal of signals) process.off(signal, stop).once(signal, kill);
      resolve();
    };
    for (const signal of signals) process.once(signal, stop);
    void ended.then(stop);
  });
}
