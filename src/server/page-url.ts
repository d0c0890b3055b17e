import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { createPageAccess, type PageAccess } from '../auth/page-access.ts';
import { isSameSecret } from '../auth/secret-equal.ts';
import { TandemError } from '../errors.ts';
import type { TandemFolder } from './tandem-folder.ts';

/** Something may hold the port and say nothing. */
const ANSWER_MS = 5000;

/** Ask the server of a folder for an address of its page that lets a browser in once. */
export async function requestPageUrl(
  folder: TandemFolder,
  port: number,
  env: Record<string, string | undefined>,
  path = '/',
): Promise<string> {
  const token = env.TANDEM_TOKEN || folder.secret('ui-token');
  const dir = dirname(folder.path);
  const access = createPageAccess({ secret: () => token });
  await checkServer(access, port, dir);
  const { url, proof, error } = await ask<{ url?: string; proof?: string; error?: string }>(
    port,
    dir,
    '/api/code',
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ path }),
    },
  );
  // Whatever else may have taken the port in the meantime must not choose what a browser opens.
  if (url !== undefined && isSameSecret(proof ?? '', access.vouch(url))) return url;
  throw new TandemError(
    'unavailable',
    `The server on port ${port} did not open its page: ${error ?? 'no address'}.`,
  );
}

/** Whether this folder's own server listens on a port. */
export async function isServedBy(
  folder: TandemFolder,
  port: number,
  env: Record<string, string | undefined>,
): Promise<boolean> {
  const token = env.TANDEM_TOKEN || folder.knownSecret('ui-token');
  if (token === undefined) return false;
  try {
    await checkServer(createPageAccess({ secret: () => token }), port, dirname(folder.path));
    return true;
  } catch {
    return false;
  }
}

/** Whatever listens on a remembered port must show that it holds the token before it is sent there. */
async function checkServer(access: PageAccess, port: number, dir: string): Promise<void> {
  const nonce = randomUUID();
  const { proof = '' } = await ask<{ proof?: string }>(port, dir, `/api/proof?nonce=${nonce}`);
  if (isSameSecret(proof, access.prove(nonce))) return;
  throw new TandemError(
    'unavailable',
    `The program on port ${port} is not this folder's server. Start one with: tandem serve --dir ${dir}`,
  );
}

async function ask<T>(port: number, dir: string, path: string, init?: RequestInit): Promise<T> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(`http://localhost:${port}${path}`, { ...init, signal });
    return (await response.json().catch(() => ({}))) as T;
  } catch {
    throw new TandemError(
      'unavailable',
      `No Tandem server is running on port ${port}. Start one with: tandem serve --dir ${dir}`,
    );
  }
}
