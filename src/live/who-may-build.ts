import { TandemError } from '../errors.ts';

/**
 * Building runs code of the caller's choosing: only for the person at this machine, and users that the configuration
 * names.
 */
export function checkMayBuild(
  tool: string,
  principal: { userId: string; local: boolean },
  users: readonly string[],
): void {
  if (principal.local || users.includes(principal.userId)) return;
  throw new TandemError(
    'forbidden',
    `${tool} is for the local user. Add "${principal.userId}" to live.users in tandem.yaml of the served folder to allow it.`,
  );
}
