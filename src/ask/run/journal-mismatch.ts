import { TandemError } from '../../errors.ts';

/** A tool does not do what its journal says it did: its file has changed, or it is not deterministic. */
export class JournalMismatch extends TandemError {
  constructor(tool: string, expected: string, found: string) {
    super(
      'conflict',
      `Tool "${tool}" has changed since this call began, or is not deterministic: its journal continues with ${expected}, but ${found}. Nothing was done, and the call waits: it continues when the tool fits again. Keep time, randomness and side effects in ctx.step.`,
    );
  }
}
