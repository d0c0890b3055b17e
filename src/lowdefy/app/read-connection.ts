import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { didYouMean } from '../../lib/nearest.ts';
import { readMainFile, topLevelPart } from '../build/main-file.ts';
import { environmentName, readSecrets, type Secrets } from './secrets.ts';

export interface FoundConnection {
  type: string;
  properties: Record<string, unknown>;
}

/**
 * A connection from an app's configuration, before the app is built and without loading Lowdefy. Of operators only
 * `_secret` can be computed here.
 */
export function readConnection(
  dir: string,
  connectionId: string,
  env: Record<string, string | undefined>,
): FoundConnection {
  const main = readMainFile(dir);
  const part = main && topLevelPart(dir, main, 'connections');
  const all = Array.isArray(part?.value) ? part.value.filter(isRecord) : [];
  const found = all.find(({ id }) => id === connectionId);
  if (!part || !found) {
    const ids = all.map(({ id }) => String(id));
    throw invalid(`the app has no connection "${connectionId}".${didYouMean(connectionId, ids)}`);
  }
  const properties = withSecrets(found.properties ?? {}, readSecrets(env), connectionId);
  return { type: String(found.type), properties: isRecord(properties) ? properties : {} };
}

function withSecrets(value: unknown, secrets: Secrets, of: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withSecrets(item, secrets, of));
  if (!isRecord(value)) return value;
  const operator = Object.keys(value).find((key) => key.startsWith('_'));
  if (operator === undefined)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, withSecrets(inner, secrets, of)]),
    );
  const name = value[operator];
  if (operator !== '_secret' || typeof name !== 'string')
    throw invalid(
      `the connection "${of}" is computed with ${operator}, and sessions are opened before the app is built. Use url or urlEnv instead`,
    );
  const secret = secrets[name];
  if (secret === undefined)
    throw invalid(`${environmentName(name)} is not set; the connection "${of}" needs it`);
  return secret;
}

function invalid(what: string): TandemError {
  return new TandemError('invalid_config', `mcp.session.store: ${what.replace(/\.$/, '')}.`);
}
