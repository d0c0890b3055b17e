import { isRecord } from '../../lib/is-record.ts';
import { type AppEndpoint, payloadSchemaOf } from '../app/endpoints.ts';
import { type BuildFiles, readJson } from '../build/read-build.ts';
import type { BuiltRequest } from './built-page.ts';
import type { Candidate, ToolSources } from './form-tools.ts';
import type { JsonSchema } from './json-schema.ts';
import type { NamedAuth, NamedTool } from './named-tool.ts';
import { payloadReads } from './payload-reads.ts';
import { effectOf, type RequestEffect } from './request-effect.ts';
import { toToolName } from './tool-name.ts';

/** The endpoints that pages may call, as tools; none if the app's settings forbid agents to call them. */
export function toEndpointTools(
  files: BuildFiles,
  endpoints: readonly AppEndpoint[],
  sources: Pick<ToolSources, 'settings' | 'connections'>,
): Candidate[] {
  const { readOnly, disabledActions } = sources.settings;
  // It is unknown what an endpoint does, so a read-only app refuses all.
  if (readOnly || disabledActions.includes('callApi')) return [];
  return endpoints
    .filter(({ mcp }) => !mcp?.exclude)
    .map((endpoint) => toCandidate(endpoint, files, sources));
}

function toCandidate(
  endpoint: AppEndpoint,
  files: BuildFiles,
  { connections, settings }: Pick<ToolSources, 'settings' | 'connections'>,
): Candidate {
  const { endpointId, mcp } = endpoint;
  const confirm = mcp?.confirm || settings.confirmEndpoints?.includes(endpointId);
  const built = readJson(files, `api/${endpointId}.json`);
  const routine = isRecord(built) ? built.routine : undefined;
  const effects = effectsIn(routine, connections).map(({ effect }) => effect);
  const schema = toObject(payloadSchemaOf(endpoint) ?? payloadReads(routine));
  const key = Object.hasOwn(schema.properties, 'sessionId') ? '_sessionId' : 'sessionId';
  const tool: NamedTool = {
    kind: 'endpoint',
    name: mcp?.toolName ?? toToolName('api', endpointId),
    title: endpointId,
    description: mcp?.description ?? endpoint.description ?? `Calls the endpoint "${endpointId}".`,
    inputSchema: { ...schema, properties: { ...schema.properties, [key]: { type: 'string' } } },
    outputSchema: RESPONSE_SCHEMA,
    annotations: effects.every((effect) => effect === 'reads')
      ? { readOnlyHint: true }
      : { readOnlyHint: false, destructiveHint: effects.includes('changes') },
    auth: toAuth(endpoint.auth),
    endpointId,
    ...(confirm && { confirm }),
    controls: { sessionId: key },
    fields: [],
  };
  return {
    tool,
    isNamed: mcp?.enabled === true || mcp?.toolName !== undefined || mcp?.inputSchema !== undefined,
    isOff: mcp?.enabled === false,
    from: `endpoint "${endpointId}"`,
  };
}

const RESPONSE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { ok: { type: 'boolean' }, response: {} },
  required: ['ok'],
};

/** Arguments are always an object. */
function toObject(schema: JsonSchema): JsonSchema & { properties: Record<string, JsonSchema> } {
  const properties = isRecord(schema.properties) ? (schema.properties as Record<string, JsonSchema>) : {};
  return { ...schema, type: 'object', properties };
}

interface StepEffect {
  effect: RequestEffect;
  connectionId?: string;
}

/** What the steps of a routine do. Those that are not requests, such as calls of other endpoints, may do anything. */
export function effectsIn(routine: unknown, connections: ToolSources['connections']): StepEffect[] {
  if (Array.isArray(routine)) return routine.flatMap((step) => effectsIn(step, connections));
  if (!isRecord(routine)) return [];
  if (typeof routine.id === 'string' && typeof routine.type === 'string') {
    const { type, connectionId, properties } = routine;
    if (typeof connectionId !== 'string') return [{ effect: 'changes' }];
    const request: BuiltRequest = {
      requestId: '',
      type,
      connectionId,
      properties: isRecord(properties) ? properties : {},
      payload: undefined,
    };
    return [{ effect: effectOf(request, connections.get(connectionId)), connectionId }];
  }
  return Object.values(routine).flatMap((inner) => effectsIn(inner, connections));
}

function toAuth(auth: unknown): NamedAuth {
  if (!isRecord(auth)) return { public: false };
  const roles = Array.isArray(auth.roles) ? auth.roles.map(String) : undefined;
  return { public: auth.public === true, ...(roles && { roles }) };
}
