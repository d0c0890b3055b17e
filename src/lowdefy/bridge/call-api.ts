import { TandemError } from '../../errors.ts';
import type { AppAction } from './action.ts';
import type { AppSession } from './app-session.ts';
import { checkPlain } from './plain-value.ts';
import { checkPageApproval } from './reach-block.ts';

/** What an endpoint came to, as the API and the client have it. */
export interface EndpointResult {
  success: boolean;
  response?: unknown;
  error?: unknown;
  status?: string;
}

/** Call an endpoint of the app as one of its pages would. */
export async function callApi(
  session: AppSession,
  action: Extract<AppAction, { type: 'callApi' }>,
): Promise<void> {
  const { packages } = session.app;
  if (!packages.api.callEndpoint)
    throw new TandemError(
      'unsupported',
      `callApi needs Lowdefy 4.5 or newer; this app runs on ${packages.version}.`,
    );
  checkPlain(action.payload, 'The payload');
  checkPageApproval(session);
  const callAPI = session.lowdefy._internal.callAPI as (call: object) => Promise<EndpointResult>;
  const { endpointId, payload = {} } = action;
  const pageId = session.history.at(-1)?.pageId;
  const { success, error } = await callAPI({ blockId: pageId, endpointId, pageId, payload });
  const { deserialize } = packages.helpers.serializer;
  // As the API answers over HTTP: errors and dates are written out.
  if (!success) session.recorder.note({ success: false, error: toText(deserialize(error), endpointId) });
}

export function toText(error: unknown, endpointId: string): string {
  const message = (error as { message?: unknown } | null | undefined)?.message ?? error;
  return typeof message === 'string' ? message : `Endpoint "${endpointId}" failed.`;
}
