import { TandemError } from '../../errors.ts';

/** A call that a person must confirm outside the frame of the app. */
export class ConfirmationNeeded extends TandemError {
  /** The page or block that has the setting. */
  readonly guard: string;

  constructor(guard: string) {
    super('forbidden', `"${guard}" needs your confirmation (mcp.confirm).`);
    this.guard = guard;
  }
}
