export function aptGet(
  args: string[],
  options?: { retryMs?: number; patienceMs?: number; env?: Record<string, string | undefined> },
): Promise<number>;
