import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type DeedsWanted,
  deedPageSchema,
  type ShownDeed,
  timeLineMessageSchema,
} from '../../../protocol/deed.ts';
import { pageHeaders } from '../page-headers.ts';
import { readBody, readMessage } from '../read-message.ts';
import { ReconnectingSocket } from '../reconnecting-socket.ts';
import { serverPath } from '../server-path.ts';
import { toWantedQuery } from './to-wanted-query.ts';

/** The code that a socket is closed with when its session is not there for this person. */
const GONE = 4404;
const EVERYTHING: DeedsWanted = { show: [], query: '' };

export interface TimeLineState {
  /** The oldest first; undefined until something is known. */
  deeds: ShownDeed[] | undefined;
  you: string;
  /** What the session is called. */
  name: string;
  wanted: DeedsWanted;
  isGone: boolean;
  hasEarlier: boolean;
  isLoading: boolean;
  want(wanted: DeedsWanted): void;
  loadEarlier(): void;
}

interface Known {
  deeds: ShownDeed[];
  earlier: string | undefined;
}

/** The time line of a session: its end, as it grows, and as much of what was before as the person asks for. */
export function useTimeLine(sessionId: string): TimeLineState {
  const [known, setKnown] = useState<Known>();
  const [session, setSession] = useState({ you: '', name: '' });
  const [wanted, setWanted] = useState(EVERYTHING);
  const [isGone, setGone] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const socket = useRef<ReconnectingSocket>(undefined);
  const wanting = useRef(EVERYTHING);
  const path = `/sessions/${encodeURIComponent(sessionId)}/history`;

  useEffect(() => {
    const made = new ReconnectingSocket(
      `/ws${path}`,
      {
        // The server forgets with the connection what was wanted.
        onOpen: () => void (wanting.current !== EVERYTHING && made.send(JSON.stringify(wanting.current))),
        onText(text) {
          const message = readMessage(timeLineMessageSchema, text);
          if (message?.type === 'more') setKnown((before) => before && withMore(before, message.deeds));
          if (message?.type !== 'end' || !isSame(message.wanted, wanting.current)) return;
          setSession({ you: message.you, name: message.name });
          setKnown((before) => joined(before, { deeds: message.deeds, earlier: message.earlier }));
        },
        async onLost({ code, wasOpen }) {
          // To a WebSocket, a refusal looks like a server that is away.
          const isRefused = code === GONE || (!wasOpen && (await isMissing(path)));
          if (isRefused) setGone(true);
          return isRefused ? 'stop' : 'retry';
        },
      },
      { headers: () => pageHeaders(() => {}) },
    );
    socket.current = made;
    made.start();
    return () => made.close();
  }, [path]);

  const want = useCallback((next: DeedsWanted) => {
    wanting.current = next;
    setWanted(next);
    setKnown(undefined);
    socket.current?.send(JSON.stringify(next));
  }, []);

  const earlier = known?.earlier;
  const loadEarlier = useCallback(async () => {
    if (earlier === undefined) return;
    const asked = wanting.current;
    setLoading(true);
    try {
      const query = toWantedQuery(asked, earlier);
      const response = await fetch(serverPath(`/api${path}?${query}`)).catch(() => undefined);
      if (!response?.ok || asked !== wanting.current) return;
      const page = await readBody(deedPageSchema, response);
      setKnown((before) =>
        before?.earlier === earlier
          ? { deeds: [...page.deeds, ...before.deeds], earlier: page.earlier }
          : before,
      );
    } finally {
      setLoading(false);
    }
  }, [path, earlier]);

  return {
    deeds: known?.deeds,
    ...session,
    wanted,
    isGone,
    hasEarlier: earlier !== undefined,
    isLoading,
    want,
    loadEarlier: () => void loadEarlier(),
  };
}

function withMore(before: Known, more: readonly ShownDeed[]): Known {
  const ids = new Set(before.deeds.map(({ id }) => id));
  return { ...before, deeds: [...before.deeds, ...more.filter(({ id }) => !ids.has(id))] };
}

/** After a lost connection, what was there before stays if nothing is missing in between. */
function joined(before: Known | undefined, end: Known): Known {
  const at = before?.deeds.findIndex(({ id }) => id === end.deeds[0]?.id) ?? -1;
  if (!before || at < 0) return end;
  return { deeds: [...before.deeds.slice(0, at), ...end.deeds], earlier: before.earlier };
}

function isSame(one: DeedsWanted, other: DeedsWanted): boolean {
  return one.query === other.query && one.show.join() === other.show.join();
}

async function isMissing(path: string): Promise<boolean> {
  const response = await fetch(serverPath(`/api${path}`)).catch(() => undefined);
  return response?.status === 404;
}
