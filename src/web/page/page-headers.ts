import { pageTokenSchema } from '../../protocol/page-messages.ts';
import { readBody } from './read-message.ts';
import { serverPath } from './server-path.ts';

/** What a cookie alone must not do needs the page's own token. */
export async function pageHeaders(
  onSignedOut = (): void => location.reload(),
): Promise<Record<string, string>> {
  const response = await fetch(serverPath('/api/page-token'));
  if (response.status === 401) {
    // Reloading shows how to sign in again.
    onSignedOut();
    throw new Error('You are signed out.');
  }
  const { token } = await readBody(pageTokenSchema, response);
  return { 'X-Tandem-Token': token };
}
