import type { ReactNode } from 'react';
import { Dialog } from '../page/parts/dialog.tsx';
import type { AdminSession } from './use-admin-sessions.ts';

export interface SessionEnding {
  session: AdminSession;
  /** All open sessions of its owner. */
  isAll: boolean;
}

/** Asks before a session of somebody else ends. */
export function EndDialog({
  ending,
  onConfirm,
  onCancel,
}: {
  ending: SessionEnding;
  onConfirm(ending: SessionEnding): void;
  onCancel(): void;
}): ReactNode {
  const { session, isAll } = ending;
  const title = isAll
    ? `End all open sessions of ${session.userId}?`
    : `End “${session.name}” of ${session.userId}?`;
  return (
    <Dialog title={title} onClose={onCancel}>
      <p>
        {isAll
          ? 'They cannot be opened again. Calls that work on them fail, their'
          : 'It cannot be opened again. Calls that work on it fail, its'}{' '}
        open questions are cancelled, and {session.userId} and their agent are told that you ended{' '}
        {isAll ? 'them' : 'it'}.
      </p>
      <div className="buttons">
        <button type="button" className="danger primary" onClick={() => onConfirm(ending)}>
          {isAll ? 'End all' : 'End session'}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
