const HIDDEN = '••••';
/** Shorter values of the environment are words that logs may well hold. */
const SHORTEST = 8;

/** What precedes a key, and the key. */
const KEYS: readonly RegExp[] = [
  // As the providers begin theirs; they hide the middle with stars in their own messages.
  /()\b(?:sk|rk|pk|gsk|xai|vck)[-_][\w*-]{6,}/g,
  /()\bAIza[\w*-]{10,}/g,
  /(\bBearer )[\w.~+/=*-]{3,}/g,
  // Headers and fields, in JSON or as Node shows objects.
  /(["']?(?:authorization|(?:x-)?(?:goog-)?api[-_]?key|access[-_]token|cookie)["']?\s*[:=]\s*["'])[^"'\n]+/gi,
  // In addresses.
  /([?&](?:key|api[-_]?key|token|access_token)=)[^&\s"'#]+/gi,
  /(\b[a-z][a-z+.-]*:\/\/)[^\s/@"']+:[^\s/@"']+(?=@)/gi,
];

/** A text for the log without the keys of providers: the environment's, and whatever looks like one. */
export function withoutKeys(text: string, env: Record<string, string | undefined> = process.env): string {
  const known = Object.entries(env).flatMap(([name, value]) =>
    /KEY|TOKEN|SECRET|PASSWORD/.test(name) && value && value.length >= SHORTEST ? [value] : [],
  );
  const withoutKnown = known.reduce((rest, value) => rest.replaceAll(value, HIDDEN), text);
  return KEYS.reduce((rest, key) => rest.replace(key, `$1${HIDDEN}`), withoutKnown);
}
