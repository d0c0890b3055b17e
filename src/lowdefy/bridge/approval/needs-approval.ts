import { TandemError } from '../../../errors.ts';
import type { App } from '../../app/app.ts';

/** Who acts, and whether a person has approved it. */
interface Acting {
  isPerson: boolean;
  isApproved: boolean;
}

export function needsApproval(id: string): TandemError {
  return new TandemError(
    'forbidden',
    `"${id}" needs a person's approval (mcp.confirm). Use it in a call of its own with interact: the person is then asked. Or ask them to do it on the page of this session.`,
  );
}

/** What an endpoint asks a person, whoever calls it; undefined if nothing. */
export function confirmOfEndpoint({ endpoints, settings }: App, endpointId: string): boolean | string {
  const { mcp } = endpoints.find((one) => one.endpointId === endpointId) ?? {};
  return mcp?.confirm || settings.confirmEndpoints?.includes(endpointId) || false;
}

/** The last check before a request or endpoint runs: wherever the app runs it from, an agent needs the approval. */
export function checkCall(
  app: App,
  { isPerson, isApproved }: Acting,
  { pageId, requestId, endpointId }: { pageId?: string; requestId?: string; endpointId?: string },
): void {
  if (isPerson || isApproved) return;
  const confirm =
    endpointId === undefined
      ? app.settings.pages[pageId ?? '']?.requests?.[requestId ?? '']
      : confirmOfEndpoint(app, endpointId);
  if (confirm) throw needsApproval(requestId ?? endpointId ?? '');
}
