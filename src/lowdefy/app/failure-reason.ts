/** The maximum nesting of errors. */
const MAX_DEPTH = 5;

/** What an error of Lowdefy or of a driver may contain; since 4.6, errors know what they wrap and where. */
interface Failure {
  message?: unknown;
  /** The message before " at PLACE." was appended. */
  _message?: unknown;
  location?: unknown;
  name?: unknown;
  cause?: unknown;
  error?: unknown;
  errors?: unknown;
  /** An error as it is sent. */
  '~e'?: unknown;
}

/** Why something failed, in the words of the original error: without the layers and locations added on the way. */
export function reasonOf(error: unknown): string | undefined {
  return reasonAt(error, 0);
}

function reasonAt(error: unknown, depth: number): string | undefined {
  if (typeof error === 'string') return error || undefined;
  if (error === null || typeof error !== 'object' || depth > MAX_DEPTH) return undefined;
  const failure = error as Failure;
  const inside = (part: unknown) => reasonAt(part, depth + 1);
  if (failure['~e'] !== undefined) return inside(failure['~e']);
  const said = typeof failure.location === 'string' ? (failure._message ?? failure.message) : failure.message;
  if (typeof said === 'string' && said !== '') return said;
  const several = Array.isArray(failure.errors) ? failure.errors.flatMap((one) => inside(one) ?? []) : [];
  if (several.length > 0) return several.join('; ');
  return inside(failure.error) ?? inside(failure.cause);
}

/**
 * For a request that failed as a step of an endpoint: its id and connection, which Lowdefy writes as
 * `CONNECTION/STEP`.
 */
export function failedStepOf(error: unknown): { step: string; connection: string } | undefined {
  const failure = ((error as Failure | null | undefined)?.['~e'] ?? error) as Failure | null | undefined;
  if (failure?.name !== 'RequestError' || typeof failure.location !== 'string') return undefined;
  const [, connection, step] = /^([^/]+)\/(.+)$/.exec(failure.location) ?? [];
  return connection === undefined || step === undefined ? undefined : { step, connection };
}
