import { isRecord } from '../lib/is-record.ts';

/** A variable as the variable browser shows it. */
export interface VariableInfo {
  id: number;
  parentId: number;
  type: string;
  path: string;
  value: unknown;
  properties: Record<string, string>;
  childIds: number[];
  access: string;
  computeMs: number;
  maxComputeMs: number;
  changes: number;
  error?: string;
  /** What `diag` said while it was computed. */
  diags?: string[];
  /** Which page made it; undefined for variable 1 and those that Lua made. */
  connectionId?: string;
}

/** What the server sent: all variables, each time. By hand, as in `live-messages.ts`. */
export function readVariables(text: string): VariableInfo[] {
  const given: unknown = JSON.parse(text);
  return Array.isArray(given) ? given.filter(isVariable) : [];
}

function isVariable(given: unknown): given is VariableInfo {
  return isRecord(given) && typeof given.id === 'number' && isRecord(given.properties);
}
