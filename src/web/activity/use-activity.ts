import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type ActiveSession,
  activityMessageSchema,
  activityPageSchema,
  type DeedsWanted,
} from '../../protocol/deed.ts';
import { readBody, readMessage } from '../page/read-message.ts';
import { serverPath } from '../page/server-path.ts';
import { stayConnected } from '../page/stay-connected.ts';
import { toWantedQuery } from '../page/timeline/to-wanted-query.ts';

const EVERYTHING: DeedsWanted = { show: [], query: '' };

interface Known {
  sessions: ActiveSession[];
  earlier: string | undefined;
}

/** What happens in all sessions that this person may see, the newest first. */
export function useActivity() {
  const [known, setKnown] = useState<Known>();
  const [you, setYou] = useState('');
  const [wanted, setWanted] = useState(EVERYTHING);
  const [isAway, setAway] = useState(false);
  const wanting = useRef(EVERYTHING);
  const send = useRef((_text: string) => {});

  useEffect(() => {
    return stayConnected('/ws/activity', {
      onOpen(sender) {
        setAway(false);
        send.current = sender;
        if (wanting.current !== EVERYTHING) sender(JSON.stringify(wanting.current));
      },
      onAway: () => setAway(true),
      onText(text) {
        const message = readMessage(activityMessageSchema, text);
        if (message?.type === 'session')
          setKnown(
            (before) => before && { ...before, sessions: withSession(before.sessions, message.session) },
          );
        if (message?.type !== 'newest' || !isSame(message.wanted, wanting.current)) return;
        setYou(message.you);
        setKnown((before) => joined(before, { sessions: message.sessions, earlier: message.earlier }));
      },
    });
  }, []);

  const want = useCallback((next: DeedsWanted) => {
    wanting.current = next;
    setWanted(next);
    setKnown(undefined);
    send.current(JSON.stringify(next));
  }, []);

  async function loadEarlier(): Promise<void> {
    const earlier = known?.earlier;
    if (earlier === undefined) return;
    const response = await fetch(
      serverPath(`/api/activity?${toWantedQuery(wanting.current, earlier)}`),
    ).catch(() => undefined);
    if (!response?.ok) return;
    const page = await readBody(activityPageSchema, response);
    setKnown((before) => {
      if (before?.earlier !== earlier) return before;
      const ids = new Set(before.sessions.map(({ sessionId }) => sessionId));
      const more = page.sessions.filter(({ sessionId }) => !ids.has(sessionId));
      return { sessions: [...before.sessions, ...more], earlier: page.earlier };
    });
  }

  return {
    sessions: known?.sessions,
    hasEarlier: known?.earlier !== undefined,
    you,
    wanted,
    isAway,
    want,
    loadEarlier,
  };
}

/** A session that was used is the newest. */
function withSession(sessions: readonly ActiveSession[], session: ActiveSession): ActiveSession[] {
  return [session, ...sessions.filter(({ sessionId }) => sessionId !== session.sessionId)].sort((a, b) =>
    a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0,
  );
}

/** Earlier pages that the person has asked for stay. */
function joined(before: Known | undefined, newest: Known): Known {
  const ids = new Set(newest.sessions.map(({ sessionId }) => sessionId));
  const last = newest.sessions.at(-1);
  const rest = (before?.sessions ?? []).filter(
    ({ sessionId, updatedAt }) => !ids.has(sessionId) && last !== undefined && updatedAt < last.updatedAt,
  );
  if (rest.length === 0) return newest;
  return { sessions: [...newest.sessions, ...rest], earlier: before?.earlier };
}

function isSame(one: DeedsWanted, other: DeedsWanted): boolean {
  return one.query === other.query && one.show.join() === other.show.join();
}
