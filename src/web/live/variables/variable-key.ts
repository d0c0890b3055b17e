import type { VariableInfo } from '../../../protocol/variable-info.ts';

/** Unique over all pages. */
export function variableKeyOf({ id, connectionId = '' }: VariableInfo): string {
  return `${connectionId}/${id}`;
}

export function parentKeyOf({ parentId, connectionId = '' }: VariableInfo): string {
  return parentId <= 1 ? `/${parentId}` : `${connectionId}/${parentId}`;
}
