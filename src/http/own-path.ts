/** The path of a page of ours; undefined for everything that would lead elsewhere. */
export function toOwnPath(path: unknown, origin: string): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, origin)) return undefined;
  const url = new URL(path, origin);
  // The outcome is checked, since `/\host` and a tab between slashes name a host too.
  if (url.origin !== new URL(origin).origin) return undefined;
  // One slash in front: two would name a host when the path is read again.
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}`;
}
