import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';

/**
 * The approval that is being used. It is saved before anything runs and removed with what was done, so that what is found
 * later was interrupted.
 */
interface UsedApproval {
  key: string;
  /** What was approved, in words. */
  what: string;
}

const USED = 'approvalInUse';

export function usedApprovalIn({ [USED]: used }: Record<string, unknown>): UsedApproval | undefined {
  return isRecord(used) ? (used as unknown as UsedApproval) : undefined;
}

export function withUsedApproval(data: Record<string, unknown>, used: UsedApproval): Record<string, unknown> {
  return { ...data, [USED]: used };
}

/** What was approved is done, and its outcome known. */
export function withoutUsedApproval({
  [USED]: _,
  ...data
}: Record<string, unknown>): Record<string, unknown> {
  return data;
}

/** Refuses an approval that was used before, or that something came in between. */
export function checkInUse(key: string, data: Record<string, unknown>): void {
  if (usedApprovalIn(data)?.key !== key)
    throw new TandemError(
      'conflict',
      'The session changed after this was approved, and nothing was done. Call again: the person is asked again.',
    );
}
