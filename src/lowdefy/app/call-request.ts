import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { didYouMean } from '../../lib/nearest.ts';
import { toSentence } from '../../lib/yaml-source.ts';
import type { Scrub } from '../connections/create-scrub.ts';
import { readOnlyError } from '../connections/read-only.ts';
import type { LowdefyPackages } from './app.ts';
import { describeEndpointFailure, toShownResult } from './endpoint-failure.ts';
import type { AppEndpoint } from './endpoints.ts';
import { reasonOf } from './failure-reason.ts';
import { environmentName, missingSecrets, type Secrets } from './secrets.ts';

type Api = LowdefyPackages['api'];

interface ApiContext {
  readConfigFile(path: string): Promise<unknown>;
  authorize(config: object): boolean;
}

/** The API. Failures of requests become one sentence that names request, page and connection and contains no secret. */
export function withClearFailures(
  api: Api,
  options: { secrets: Secrets; scrub: Scrub; readOnly: boolean; endpoints: AppEndpoint[] },
): Api {
  const { secrets, scrub, readOnly } = options;
  const toReason = (error: unknown) => scrub(reasonOf(error) ?? 'no reason was given');
  const { callEndpoint } = api;
  return {
    ...api,
    async callRequest(context, call) {
      const { pageId, requestId } = call as { pageId: string; requestId: string };
      const about = await describeRequest(context as ApiContext, pageId, requestId);
      const [secret] = about.missing;
      if (secret !== undefined) {
        throw new TandemError(
          'unavailable',
          `${about.name} needs the secret "${secret}", which is not set. Set the environment variable ${environmentName(secret)} and start again.`,
        );
      }
      try {
        return await api.callRequest(context, call);
      } catch (error) {
        // What a user may not use is reported as not found.
        if (!about.isAllowed) throw new TandemError('not_found', toReason(error));
        throw new TandemError('unavailable', `${about.name} failed: ${toSentence(toReason(error))}`);
      }
    },
    ...(callEndpoint && {
      async callEndpoint(context: object, call: object) {
        if (readOnly) throw readOnlyError('Tandem cannot tell what an endpoint does');
        const { endpointId } = call as { endpointId: string };
        checkEndpoint(context as ApiContext, endpointId);
        try {
          return toShownResult(endpointId, await callEndpoint(context, call), toReason);
        } catch (error) {
          throw new TandemError('unavailable', describeEndpointFailure(endpointId, error, toReason));
        }
      },
    }),
  };

  /** Unknown, internal and not allowed for this user look the same to the caller. */
  function checkEndpoint(context: ApiContext, endpointId: string): void {
    const allowed = options.endpoints.filter((one) => context.authorize(one));
    if (allowed.some((one) => one.endpointId === endpointId)) return;
    const shown = allowed.filter((one) => !one.mcp?.exclude).map((one) => one.endpointId);
    throw new TandemError(
      'not_found',
      `Endpoint "${endpointId}" not found for this user.${didYouMean(endpointId, shown)}`,
    );
  }

  async function describeRequest(context: ApiContext, pageId: string, requestId: string) {
    const request = await context.readConfigFile(`pages/${pageId}/requests/${requestId}.json`);
    if (!isRecord(request) || !context.authorize(request)) return { name: '', isAllowed: false, missing: [] };
    const { connectionId } = request;
    const connection = connectionId ? await context.readConfigFile(`connections/${connectionId}.json`) : null;
    const on = connectionId ? ` (connection "${connectionId}")` : '';
    return {
      name: `Request "${requestId}" on page "${pageId}"${on}`,
      isAllowed: true,
      missing: missingSecrets(
        [request.properties, isRecord(connection) ? connection.properties : null],
        secrets,
      ),
    };
  }
}
