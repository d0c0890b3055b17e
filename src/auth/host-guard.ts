import { TandemError } from '../errors.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The name under which the caller reached us, in lower case; throws when it is not ours. A page whose own name
 * was pointed at this machine (DNS rebinding) passes every other check, so this one is on every endpoint.
 */
export function checkHost(
  hostHeader: string | string[] | undefined,
  options: { loopback: boolean; extraHosts?: readonly string[]; advice?: string },
): string {
  const host = typeof hostHeader === 'string' ? parseHost(hostHeader) : undefined;
  if (host === undefined) {
    throw new TandemError(
      'forbidden',
      'The Host header is missing or malformed. Use localhost or 127.0.0.1.',
    );
  }
  if (LOOPBACK_NAMES.includes(host.name)) return host.name;
  const extra = options.loopback ? [] : (options.extraHosts ?? []);
  for (const entry of extra) {
    const allowed = parseHost(entry);
    if (allowed?.name !== host.name) continue;
    if (allowed.port === undefined || allowed.port === host.port) return host.name;
  }
  const advice = options.loopback
    ? 'Use localhost or 127.0.0.1.'
    : (options.advice ?? 'Use one of the hosts in its configuration.');
  throw new TandemError('forbidden', `This server does not accept the host "${host.name}". ${advice}`);
}

/** Strict on purpose: a lenient parser reads `localhost@evil.com` or `localhost/.evil.com` as localhost. */
function parseHost(text: string): { name: string; port: string | undefined } | undefined {
  // The length bound keeps a hostile name short in the error that repeats it.
  if (text.length > 255) return undefined;
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::([1-9][0-9]{0,4}))?$/i.exec(text);
  if (!match) return undefined;
  const [, name = '', port] = match;
  return Number(port ?? 1) > 65535 ? undefined : { name: name.toLowerCase(), port };
}
