import { useEffect, useState } from 'react';
import { type AskListState, askListSchema } from '../../protocol/ask-page-state.ts';
import {
  type ListedSession,
  type PageMessage,
  pageMessageSchema,
  type Status,
  statusSchema,
} from '../../protocol/page-messages.ts';
import { readBody, readMessage } from '../page/read-message.ts';
import { serverPath } from '../page/server-path.ts';
import { stayConnected } from '../page/stay-connected.ts';

export type OpenAsk = AskListState['asks'][number];
type Problem = Extract<PageMessage, { type: 'problems' }>['problems'][number];

export interface HomeState {
  /** Undefined until the server has said. */
  status: Status | undefined;
  sessions: ListedSession[] | undefined;
  questions: OpenAsk[];
  problems: Problem[];
  connection: 'connecting' | 'open' | 'away';
}

/** Sessions, questions and problems of this person, as they change. */
export function useHome(): HomeState {
  const [status, setStatus] = useState<Status>();
  const [sessions, setSessions] = useState<ReadonlyMap<string, ListedSession>>();
  const [questions, setQuestions] = useState<OpenAsk[]>([]);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [connection, setConnection] = useState<HomeState['connection']>('connecting');
  useEffect(
    () =>
      stayConnected('/ws', {
        onOpen() {
          setConnection('open');
          void readStatus().then((read) => read && setStatus(read));
        },
        onText(text) {
          const message = readMessage(pageMessageSchema, text);
          if (!message) return;
          if (message.type === 'problems') return setProblems(message.problems);
          const isWhole = message.type === 'sessions';
          const changed = isWhole ? message.sessions : [message.session];
          setSessions(
            (before) =>
              new Map([
                ...(isWhole ? [] : (before ?? [])),
                ...changed.map((session) => [session.sessionId, session] as const),
              ]),
          );
        },
        onAway: () => setConnection('away'),
      }),
    [],
  );
  useEffect(
    () =>
      stayConnected('/ws/asks', {
        onText(text) {
          const message = readMessage(askListSchema, text);
          if (message) setQuestions(message.asks);
        },
      }),
    [],
  );
  return { status, sessions: sessions && [...sessions.values()], questions, problems, connection };
}

/** Nothing where it is refused or gone in between: the connection says so, and it is read again with the next one. */
async function readStatus(): Promise<Status | undefined> {
  const response = await fetch(serverPath('/api/status')).catch(() => undefined);
  return response?.ok ? readBody(statusSchema, response) : undefined;
}
