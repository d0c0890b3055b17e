const SCHEMES = new Set(['http', 'https', 'ftp', 'ftps', 'mailto', 'tel', 'callto', 'sms', 'cid', 'xmpp']);

/** Whether the editor keeps a link to it: nothing that a browser would run. */
export function isWebAddress(address: string): boolean {
  // Browsers ignore these anywhere in an address.
  const bare = [...address].filter((char) => char > ' ' && !/\s/.test(char)).join('');
  if (bare === '') return false;
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(bare) ?? [];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase());
}
