import type { App } from './app.ts';
import { type AppEndpoint, payloadSchemaOf } from './endpoints.ts';
import { toShortSchema } from './payload-schema.ts';

export interface ListedEndpoint {
  endpointId: string;
  description?: string;
  /** Its payload, in one line. */
  payload?: string;
}

/** The endpoints that a user may call with `callApi`. A read-only app has none, because it is unknown what they do. */
export function endpointsFor(app: App, user: Record<string, unknown> | null): AppEndpoint[] {
  const { readOnly, disabledActions } = app.settings;
  if (!app.packages.api.callEndpoint || readOnly || disabledActions.includes('callApi')) return [];
  const context = app.createApiContext(user) as { authorize(endpoint: object): boolean };
  return app.endpoints.filter((endpoint) => !endpoint.mcp?.exclude && context.authorize(endpoint));
}

export function listEndpoints(app: App, user: Record<string, unknown> | null): ListedEndpoint[] {
  return endpointsFor(app, user).map((endpoint) => {
    const schema = payloadSchemaOf(endpoint);
    const description = endpoint.mcp?.description ?? endpoint.description;
    return {
      endpointId: endpoint.endpointId,
      ...(description !== undefined && { description }),
      ...(schema && { payload: toShortSchema(schema) }),
    };
  });
}
