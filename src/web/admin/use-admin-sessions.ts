import { useCallback, useEffect, useRef, useState } from 'react';
import { type AdminPageState, adminPageSchema, endedSchema } from '../../protocol/admin-page-state.ts';
import { refusalSchema } from '../../protocol/page-messages.ts';
import { pageHeaders } from '../page/page-headers.ts';
import { readBody } from '../page/read-message.ts';
import { serverPath } from '../page/server-path.ts';
import { stayConnected } from '../page/stay-connected.ts';

export type AdminSession = AdminPageState['sessions'][number];

export interface Filter {
  user: string;
  kind: string;
  status: string;
  query: string;
}

export interface AdminSessions {
  /** Undefined until the first answer. */
  sessions: AdminSession[] | undefined;
  kinds: string[];
  hasMore: boolean;
  isAway: boolean;
  fault: string;
  more(): void;
  /** Ends a session, or all of its owner; says how many have ended, or nothing where that failed. */
  end(session: AdminSession, isAll: boolean): Promise<number | undefined>;
}

const AWAY = 'The server is not reachable. Try again in a moment.';

/** The sessions of all users that fit a filter, as they change. */
export function useAdminSessions(filter: Filter): AdminSessions {
  const [state, setState] = useState<AdminPageState>();
  const [fault, setFault] = useState('');
  const [isAway, setAway] = useState(false);
  const [pages, setPages] = useState(1);
  /** Of several answers under way, the one that was asked for last counts. */
  const asked = useRef(0);

  const load = useCallback(async () => {
    asked.current++;
    const turn = asked.current;
    try {
      const loaded = await loadPages(filter, pages);
      if (turn !== asked.current) return;
      setState(loaded);
      setFault('');
    } catch (error) {
      if (turn === asked.current) setFault(error instanceof Error ? error.message : AWAY);
    }
  }, [filter, pages]);

  const latest = useRef(load);
  latest.current = load;
  useEffect(() => void load(), [load]);
  useEffect(
    () =>
      stayConnected('/ws/admin', {
        onOpen() {
          setAway(false);
          void latest.current();
        },
        onText: () => void latest.current(),
        onAway: () => setAway(true),
      }),
    [],
  );

  return {
    sessions: state?.sessions,
    kinds: state?.kinds ?? [],
    hasMore: state?.cursor !== undefined,
    isAway,
    fault,
    more: () => setPages((count) => count + 1),
    async end({ sessionId, userId }, isAll) {
      const path = isAll ? '/api/admin/end-all' : `/api/admin/sessions/${sessionId}/end`;
      try {
        const response = await fetch(serverPath(path), {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...(await pageHeaders()) },
          body: JSON.stringify({ userId }),
        });
        if (!response.ok) throw new Error((await readBody(refusalSchema, response)).error);
        const { ended } = await readBody(endedSchema, response);
        void load();
        return ended.length;
      } catch (error) {
        setFault((error instanceof Error && error.message) || AWAY);
        return undefined;
      }
    },
  };
}

async function loadPages(filter: Filter, pages: number): Promise<AdminPageState> {
  let state: AdminPageState = { sessions: [], kinds: [] };
  for (let page = 0; page < pages; page++) {
    const given = { ...filter, ...(state.cursor !== undefined && { cursor: state.cursor }) };
    const wanted = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
    const response = await fetch(serverPath(`/api/admin/sessions?${wanted}`)).catch(() => undefined);
    if (!response?.ok) throw new Error((response && (await readBody(refusalSchema, response)).error) ?? AWAY);
    const next = await readBody(adminPageSchema, response);
    state = { ...next, sessions: [...state.sessions, ...next.sessions] };
    if (next.cursor === undefined) break;
  }
  return state;
}
