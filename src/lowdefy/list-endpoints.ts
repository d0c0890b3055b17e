import type { App } from './app/app.ts';
import type { AppEndpoint } from './app/endpoints.ts';
import { toShortSchema } from './app/payload-schema.ts';

export interface ListedEndpoint {
  endpointId: string;
  description?: string;
  /** What it takes, in one line. */
  payload?: string;
}

/** The endpoints that a user may call. A read-only app has none for agents. */
export function endpointsFor(app: App, user: Record<string, unknown> | null): AppEndpoint[] {
  if (!app.packages.api.callEndpoint || app.settings.readOnly) return [];
  const context = app.createApiContext(user) as { authorize(endpoint: object): boolean };
  return app.endpoints.filter((endpoint) => context.authorize(endpoint));
}

export function listEndpoints(app: App, user: Record<string, unknown> | null): ListedEndpoint[] {
  return endpointsFor(app, user).map(({ endpointId, description, payloadSchema }) => ({
    endpointId,
    ...(description !== undefined && { description }),
    ...(payloadSchema && { payload: toShortSchema(payloadSchema) }),
  }));
}
