/** Removes secret values from a text that an agent or a log will contain. */
export type Scrub = (text: string) => string;

/** Shorter ones would cut innocent words apart. */
const MIN_LENGTH = 4;
const SENSITIVE =
  /pass(word|wd|phrase)?$|pwd$|secret|token|api_?key|access_?key|private_?key|authorization|credential/i;

export function createScrub(secrets: Iterable<string>): Scrub {
  const values = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < MIN_LENGTH) continue;
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      values.add(form);
  }
  // Longest first: one value may be part of another.
  const ordered = [...values].sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const value of ordered) clean = clean.replaceAll(value, '[secret]');
    return clean
      .replace(/\b([a-z][\w+.-]*:\/\/)[^\s/@"']+@/gi, '$1[secret]@')
      .replace(/\b(password|pwd)(\s*=\s*)[^\s;,"']+/gi, '$1$2[secret]');
  };
}

/** The values in a connection's evaluated properties that must not be shown: passwords, keys, connection strings. */
export function sensitiveValues(properties: unknown): string[] {
  const found: string[] = [];
  walk(properties, false);
  return found;

  function walk(value: unknown, isSensitive: boolean): void {
    if (typeof value === 'string') {
      if (isSensitive) found.push(value);
      else if (/:\/\/[^\s/@]+@/.test(value) || /\b(password|pwd)\s*=/i.test(value))
        found.push(value, ...passwords(value));
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) walk(inner, isSensitive || SENSITIVE.test(key));
  }
}

function passwords(connection: string): string[] {
  const [, inUrl] = /:\/\/[^\s:/@]*:([^\s@]+)@/.exec(connection) ?? [];
  const [, inList] = /\b(?:password|pwd)\s*=\s*([^\s;]+)/i.exec(connection) ?? [];
  return [inUrl, inUrl && decode(inUrl), inList].filter(
    (value) => value !== undefined && value !== '',
  ) as string[];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
