const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/**
 * Why a URL may not be requested, or undefined if one of the hosts covers it: `host` for the default port of its
 * scheme, `host:port` for that port.
 */
export function hostGrant(url: string, hosts: string[]): string | undefined {
  if (!URL.canParse(url)) return `"${url}" is not a URL`;
  const { protocol, hostname, port, host, username, password } = new URL(url);
  const usual = PORTS[protocol];
  if (usual === undefined) return `${protocol}// is not supported; only http:// and https://`;
  if (username !== '' || password !== '')
    return 'a URL cannot carry a password; use the header Authorization';
  const granted = hosts.some((grant) => {
    const wanted = parseGrant(grant);
    return wanted?.hostname === hostname && (wanted.port ?? usual) === (port || usual);
  });
  if (granted) return undefined;
  return `app code may not reach "${host}"; grant permissions.network: [${host}] in tandem.yaml`;
}

/** Written by hand: any case, and international names in their own letters. */
function parseGrant(grant: string): { hostname: string; port: string | undefined } | undefined {
  const [, name = '', port] = /^(\[[^\]]*\]|[^:/?#@*\s]+)(?::(\d+))?$/.exec(grant.trim()) ?? [];
  if (name === '' || !URL.canParse(`http://${name}`)) return undefined;
  return { hostname: new URL(`http://${name}`).hostname, port };
}
