import { isRecord } from '../../lib/is-record.ts';
import { type BuildFiles, readJson } from './read-build.ts';

/** A type that the app uses: its package, and its name there, without the app's prefix. */
export interface TypeUse {
  package: string;
  name: string;
  version: string | undefined;
}

export interface BuildTypes {
  actions: Record<string, TypeUse>;
  /** From 5 on. */
  agents: Record<string, TypeUse>;
  blocks: Record<string, TypeUse>;
  connections: Record<string, TypeUse>;
  requests: Record<string, TypeUse>;
  clientOperators: Record<string, TypeUse>;
  serverOperators: Record<string, TypeUse>;
}

/** The types that a finished build uses. */
export function readBuildTypes(files: BuildFiles): BuildTypes {
  const types = readJson(files, 'types.json');
  const all = isRecord(types) ? types : {};
  const operators = isRecord(all.operators) ? all.operators : {};
  return {
    actions: toUses(all.actions),
    agents: toUses(all.agents),
    blocks: toUses(all.blocks),
    connections: toUses(all.connections),
    requests: toUses(all.requests),
    clientOperators: toUses(operators.client),
    serverOperators: toUses(operators.server),
  };
}

function toUses(value: unknown): Record<string, TypeUse> {
  const uses: Record<string, TypeUse> = {};
  for (const [type, use] of Object.entries(isRecord(value) ? value : {})) {
    if (!isRecord(use) || typeof use.package !== 'string') continue;
    const { originalTypeName: name, version } = use;
    uses[type] = {
      package: use.package,
      name: typeof name === 'string' ? name : type,
      version: typeof version === 'string' ? version : undefined,
    };
  }
  return uses;
}
