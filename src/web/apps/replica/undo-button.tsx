import { type ReactNode, useState } from 'react';
import type { AppSessionState } from '../../../protocol/app-session-state.ts';
import { postUndo } from '../post-to-session.ts';

/** Takes back what an agent did last, as long as it is only on the page. */
export function UndoButton({
  sessionId,
  undo,
  onFault,
}: {
  sessionId: string;
  undo: NonNullable<AppSessionState['undo']>;
  onFault(message: string): void;
}): ReactNode {
  const [isBusy, setBusy] = useState(false);
  async function take(): Promise<void> {
    setBusy(true);
    try {
      const { lost } = await postUndo(sessionId);
      if (lost > 0) onFault('Undone. Some of what you filled in since is gone with it: check the page.');
    } catch (error) {
      onFault((error as Error).message);
    }
    setBusy(false);
  }
  return (
    <button type="button" disabled={isBusy} title={`Take back: ${undo.what}`} onClick={() => void take()}>
      Undo
    </button>
  );
}
