import { isRecord } from '../../lib/is-record.ts';
import { checkYaml } from '../../lib/yaml-source.ts';
import { type BuildFiles, readJson } from '../build/read-build.ts';
import { type McpEndpointSettings, mcpEndpointSchema } from './mcp-endpoint-schema.ts';

/** An endpoint that pages, and so agents, may call. */
export interface AppEndpoint {
  endpointId: string;
  auth: unknown;
  description?: string;
  /** JSON Schema of its payload, if the app provides one. */
  payloadSchema?: Record<string, unknown>;
  mcp?: McpEndpointSettings;
}

/** The endpoints of a build, except those of type `InternalApi`, whose existence Lowdefy hides from pages. */
export function readEndpoints(files: BuildFiles): AppEndpoint[] {
  const endpoints: AppEndpoint[] = [];
  for (const path of files.keys()) {
    const [, id] = /^api\/(.+)\.json$/.exec(path) ?? [];
    const endpoint = id === undefined ? undefined : readJson(files, path);
    if (id === undefined || !isRecord(endpoint) || endpoint.type === 'InternalApi') continue;
    const { auth, description, payloadSchema } = endpoint;
    const mcp = endpoint.mcp === undefined ? undefined : checkMcp(endpoint.mcp, id);
    endpoints.push({
      endpointId: id,
      auth,
      ...(typeof description === 'string' && { description }),
      ...(isRecord(payloadSchema) && { payloadSchema }),
      ...(mcp && { mcp }),
    });
  }
  return endpoints.sort((a, b) => (a.endpointId < b.endpointId ? -1 : 1));
}

/** What its payload must be, for agents first. */
export function payloadSchemaOf({ mcp, payloadSchema }: AppEndpoint): Record<string, unknown> | undefined {
  return mcp?.inputSchema ?? payloadSchema;
}

function checkMcp(given: unknown, endpointId: string): McpEndpointSettings {
  return checkYaml(mcpEndpointSchema, given, { where: () => `endpoint "${endpointId}"`, prefix: 'mcp' });
}
