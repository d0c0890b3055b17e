import { useEffect, useState } from 'react';
import { type ClientStatus, clientStatusSchema } from '../../../protocol/replica-state.ts';
import { readBody } from '../../page/read-message.ts';
import { serverPath } from '../../page/server-path.ts';

const ASK_AGAIN_MS = 700;

/** Whether the real client of a session's app can be shown; asked until that is known. */
export function useClient(sessionId: string, isWanted: boolean): ClientStatus | undefined {
  const [status, setStatus] = useState<ClientStatus>();
  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async () => {
      const told = await askForClient(sessionId);
      if (isOver) return;
      if (told) setStatus(told);
      if (told === undefined || told.status === 'making') timer = setTimeout(ask, ASK_AGAIN_MS);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [sessionId, isWanted]);
  return status;
}

/** Undefined while the server is away. A session that is not ours has no client; its page says so. */
async function askForClient(sessionId: string): Promise<ClientStatus | undefined> {
  try {
    const response = await fetch(serverPath(`/api/apps/${encodeURIComponent(sessionId)}/client`));
    if (!response.ok) return { status: 'none', reason: '' };
    return await readBody(clientStatusSchema, response);
  } catch {
    return undefined;
  }
}
