/** Resolves at SIGINT or SIGTERM, or when `ended` does. A second signal ends the process at once. */
export async function untilAskedToStop(ended: Promise<unknown> = new Promise(() => {})): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  await new Promise<void>((resolve) => {
    const stop = () => {
      for (const signal of signals) process.off(signal, stop).once(signal, () => process.exit(1));
      resolve();
    };
    for (const signal of signals) process.once(signal, stop);
    void ended.then(stop);
  });
}
