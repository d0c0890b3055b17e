import { type ReactNode, useState } from 'react';
import { type ListedSession, refusalSchema } from '../../protocol/page-messages.ts';
import { pageHeaders } from '../page/page-headers.ts';
import { Dialog } from '../page/parts/dialog.tsx';
import { readBody } from '../page/read-message.ts';
import { serverPath } from '../page/server-path.ts';

/** Asks before a session is closed: rows move as sessions are used, and what is closed stays closed. */
export function CloseDialog({
  session: { sessionId, name },
  onClose,
}: {
  session: ListedSession;
  /** `problem`: why it could not be closed. */
  onClose(problem?: string): void;
}): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    onClose(await closeSession(sessionId).catch(() => 'The server is not reachable. Try again in a moment.'));
  };
  return (
    <Dialog title={`Close “${name}”?`} onClose={() => onClose()}>
      <p>Nobody can open it again, neither you nor your agents.</p>
      <div className="buttons">
        <button type="button" className="danger primary" disabled={isBusy} onClick={() => void confirm()}>
          Close session
        </button>
        <button type="button" onClick={() => onClose()}>
          Keep it
        </button>
      </div>
    </Dialog>
  );
}

/** Returns why it could not be closed, if so. */
async function closeSession(sessionId: string): Promise<string | undefined> {
  const response = await fetch(serverPath(`/api/sessions/${sessionId}/close`), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(await pageHeaders()) },
    body: '{}',
  });
  if (response.ok) return undefined;
  const { error } = await readBody(refusalSchema, response);
  return error ?? 'The session could not be closed.';
}
