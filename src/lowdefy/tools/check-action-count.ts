import { TandemError } from '../../errors.ts';

export function checkActionCount(actions: readonly unknown[], most: number): void {
  if (actions.length <= most) return;
  throw new TandemError(
    'limit_reached',
    `${actions.length} actions in one call, and mcp.limits.maxActionsPerCall is ${most}. Split them into several calls; nothing was done.`,
  );
}
