import type { ReactNode } from 'react';
import { Dialog } from '../../page/parts/dialog.tsx';

export interface Confirmation {
  /** The page or block whose setting asks for it. */
  guard: string;
  answer(isConfirmed: boolean): void;
}

/** Asks the person outside the frame of the app, where code of the app cannot answer. */
export function ConfirmDialog({ guard, answer }: Confirmation): ReactNode {
  return (
    <Dialog title="Do this?" onClose={() => answer(false)}>
      <p>
        The app asks for something in <b>{guard}</b> that needs a person’s approval.
      </p>
      <div className="buttons">
        <button type="button" className="primary" onClick={() => answer(true)}>
          Confirm
        </button>
        <button type="button" onClick={() => answer(false)}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
