/** Ways to reach other processes, which page code never needs. */
const CLOSED = ['kill', '_kill', 'dlopen', 'binding', '_linkedBinding', 'abort', 'chdir', 'getBuiltinModule'];

/** Removes them before other code is loaded; Node's permission model does not cover signals. */
export function confineProcess(): void {
  const target = process as unknown as Record<string, unknown>;
  for (const name of CLOSED) if (name in target) target[name] = undefined;
}
