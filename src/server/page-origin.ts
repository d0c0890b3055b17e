/** The address of the person's pages. Bound to loopback it is localhost, whatever else is configured. */
export function toPageOrigin(
  { host, hosts }: { host: string; hosts: readonly string[] },
  port: number,
): string {
  const [name] = hosts;
  if (isLoopback(host) || name === undefined) return `http://localhost:${port}`;
  // A name with a port is reached there, whatever port we are bound to: through a proxy, say.
  if (name.endsWith(':443')) return `https://${name.slice(0, -':443'.length)}`;
  return /:\d+$/.test(name) ? `http://${name}` : `http://${name}:${port}`;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
