import { TandemError } from '../../../errors.ts';
import { didYouMean } from '../../../lib/nearest.ts';
import { endpointsFor } from '../../app/list-endpoints.ts';
import { checkPayload } from '../../app/payload-schema.ts';
import type { AppSession } from '../app-session.ts';
import { checkCall } from '../approval/needs-approval.ts';
import { type EndpointResult, toEndpointError } from '../endpoint-result.ts';
import { checkPlain } from '../values/plain-value.ts';
import type { AppAction } from './action.ts';
import { checkPageApproval } from './reach-block.ts';

/** Calls an endpoint of the app as one of its pages would. */
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
  // An endpoint belongs to no page, so none need be open.
  if (session.history.length > 0) checkPageApproval(session);
  const callAPI = session.lowdefy._internal.callAPI as (call: object) => Promise<EndpointResult>;
  const { endpointId, payload = {} } = action;
  const offered = endpointsFor(session.app, session.lowdefy.user);
  const { mcp } = session.app.endpoints.find((one) => one.endpointId === endpointId) ?? {};
  if (mcp?.exclude && !session.isPerson) {
    const ids = offered.map((one) => one.endpointId);
    throw new TandemError(
      'not_found',
      `Endpoint "${endpointId}" not found for this user.${didYouMean(endpointId, ids)}`,
    );
  }
  checkCall(session.app, session, { endpointId });
  // The API refuses one that this user may not call, and does not even say what it takes.
  const endpoint = offered.find((one) => one.endpointId === endpointId);
  if (endpoint) checkPayload(endpoint, payload);
  const pageId = session.history.at(-1)?.pageId;
  const { success, error } = await callAPI({ blockId: pageId, endpointId, pageId, payload });
  if (!success) session.recorder.note({ success: false, error: toEndpointError(error, endpointId) });
}
