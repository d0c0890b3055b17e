import { TandemError } from '../errors.ts';
import type { TandemFolder } from './tandem-folder.ts';

/** Ask the server of a folder for an address of its page that lets a browser in once. */
export async function requestPageUrl(
  folder: TandemFolder,
  port: number,
  env: Record<string, string | undefined>,
  path = '/',
): Promise<string> {
  const token = env.TANDEM_TOKEN || folder.secret('ui-token');
  let response: Response;
  try {
    response = await fetch(`http://localhost:${port}/api/code`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ path }),
    });
  } catch {
    throw new TandemError(
      'unavailable',
      `No Tandem server answers on port ${port}. Start one with: tandem serve`,
    );
  }
  const body = (await response.json().catch(() => ({}))) as { url?: string; error?: string };
  // Whatever else may have taken the port in the meantime must not choose what a browser opens.
  if (body.url?.startsWith(`http://localhost:${port}/`)) return body.url;
  throw new TandemError(
    'unavailable',
    `The server on port ${port} did not open its page: ${body.error ?? `status ${response.status}`}`,
  );
}
