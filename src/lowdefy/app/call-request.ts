import { TandemError } from '../../errors.ts';
import { toSentence } from '../../lib/yaml-source.ts';
import type { Scrub } from '../connections/create-scrub.ts';
import { readOnlyError } from '../connections/read-only.ts';
import type { LowdefyPackages } from './app.ts';
import { isRecord } from './main-file.ts';
import { environmentName, missingSecrets, type Secrets } from './secrets.ts';

type Api = LowdefyPackages['api'];

interface ApiContext {
  readConfigFile(path: string): Promise<unknown>;
  authorize(config: object): boolean;
}

/** The API, with failures of requests as one sentence that names request, page and connection and holds no secret. */
export function withClearFailures(
  api: Api,
  options: { secrets: Secrets; scrub: Scrub; readOnly: boolean },
): Api {
  const { secrets, scrub, readOnly } = options;
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
        const message = error instanceof Error ? error.message : String(error);
        // What a user may not use answers as what is not there.
        if (!about.isAllowed) throw new TandemError('not_found', scrub(message));
        throw new TandemError('unavailable', `${about.name} failed: ${toSentence(scrub(message))}`);
      }
    },
    ...(callEndpoint && {
      async callEndpoint(context: object, call: object) {
        if (readOnly) throw readOnlyError('what an endpoint does cannot be told');
        try {
          return await callEndpoint(context, call);
        } catch (error) {
          const { endpointId } = call as { endpointId?: string };
          const message = error instanceof Error ? error.message : String(error);
          throw new TandemError(
            'unavailable',
            `Endpoint "${endpointId}" failed: ${toSentence(scrub(message))}`,
          );
        }
      },
    }),
  };

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
