/** A variable as the server describes it. */
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
  diags?: string[];
  /** Each page has ids of its own; variable 1 is everybody's. */
  connectionId?: string;
}

/** Unique over all pages. */
export function keyOf({ id, connectionId = '' }: VariableInfo): string {
  return `${connectionId}/${id}`;
}

export function parentKeyOf({ parentId, connectionId = '' }: VariableInfo): string {
  return parentId <= 1 ? `/${parentId}` : `${connectionId}/${parentId}`;
}
