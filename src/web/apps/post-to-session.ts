import { type Acted, actedSchema, undoneSchema } from '../../protocol/app-session-state.ts';
import type { Refusal } from '../../protocol/frame-messages.ts';
import type { HoldRequest } from '../../protocol/hold.ts';
import { refusalSchema } from '../../protocol/page-messages.ts';
import { pageHeaders } from '../page/page-headers.ts';
import { readBody } from '../page/read-message.ts';
import { serverPath } from '../page/server-path.ts';

/** Something was not done. The message is for people. */
export class RefusedError extends Error {
  readonly why: Refusal | undefined;

  constructor(message: string, why?: Refusal) {
    super(message);
    this.why = why;
  }
}

/** Codes of refusals that have to do with the moment, and not with what was asked. */
const REFUSALS: Record<string, Refusal | undefined> = {
  conflict: 'moved',
  busy: 'away',
  unavailable: 'away',
  timeout: 'away',
  rate_limited: 'away',
};

/** What is typed here would be lost by signing in here. */
export const SIGNED_OUT =
  'You are signed out. Sign in in another tab (run “tandem open”), and this page continues.';

/** Something the person did. Errors are words for people. */
export async function postToSession(path: string, what: object): Promise<Acted> {
  return readBody(actedSchema, await post(path, what));
}

/** Keeps agents from acting in a session, lets them act again, or has them ask first. */
export async function postHold(sessionId: string, wanted: HoldRequest): Promise<void> {
  await post(`/api/apps/${encodeURIComponent(sessionId)}/hold`, wanted);
}

/** Takes back what an agent did last. */
export async function postUndo(sessionId: string): Promise<{ lost: number }> {
  return readBody(undoneSchema, await post(`/api/apps/${encodeURIComponent(sessionId)}/undo`, {}));
}

async function post(path: string, what: object): Promise<Response> {
  let isSignedOut = false;
  const response = await pageHeaders(() => {
    isSignedOut = true;
  })
    .then((headers) =>
      fetch(serverPath(path), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(what),
      }),
    )
    .catch(() => {
      const message = isSignedOut ? SIGNED_OUT : 'The server is not reachable. Try again in a moment.';
      throw new RefusedError(message, 'away');
    });
  if (response.status === 401) throw new RefusedError(SIGNED_OUT, 'away');
  if (response.ok) return response;
  const { error = 'That did not work.', code = '' } = await readBody(refusalSchema, response);
  throw new RefusedError(error, REFUSALS[code]);
}
