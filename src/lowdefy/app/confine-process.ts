/** Ways out of a process that no code of a page has a use for. */
const CLOSED = ['kill', '_kill', 'dlopen', 'binding', '_linkedBinding', 'abort', 'chdir', 'getBuiltinModule'];

/** Take what reaches other processes from the code that will be loaded; Node's permission model leaves signals open. */
export function confineProcess(): void {
  const target = process as unknown as Record<string, unknown>;
  for (const name of CLOSED) if (name in target) target[name] = undefined;
}
