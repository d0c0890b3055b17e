import { isRecord } from '../../lib/is-record.ts';
import { type BuildFiles, readJson } from '../build/read-build.ts';

/** An endpoint that pages, and so agents, may call. */
export interface AppEndpoint {
  endpointId: string;
  auth: unknown;
  description?: string;
  /** JSON Schema of its payload, if the app provides one. */
  payloadSchema?: Record<string, unknown>;
}

/** The endpoints of a build, except those of type `InternalApi`, whose existence Lowdefy hides from pages. */
export function readEndpoints(files: BuildFiles): AppEndpoint[] {
  const endpoints: AppEndpoint[] = [];
  for (const path of files.keys()) {
    const [, id] = /^api\/(.+)\.json$/.exec(path) ?? [];
    const endpoint = id === undefined ? undefined : readJson(files, path);
    if (id === undefined || !isRecord(endpoint) || endpoint.type === 'InternalApi') continue;
    const { auth, description, payloadSchema } = endpoint;
    endpoints.push({
      endpointId: id,
      auth,
      ...(typeof description === 'string' && { description }),
      ...(isRecord(payloadSchema) && { payloadSchema }),
    });
  }
  return endpoints.sort((a, b) => (a.endpointId < b.endpointId ? -1 : 1));
}
