import { useEffect, useRef, useState } from 'react';
import {
  type AskPageState,
  answerRefusedSchema,
  askMessageSchema,
  askPageSchema,
} from '../../protocol/ask-page-state.ts';
import { AnswerRefused, type AskAnswer, type SendAnswer, UnreachableError } from '../../react/index.ts';
import { pageHeaders } from './page-headers.ts';
import { readBody, readMessage } from './read-message.ts';
import { serverPath } from './server-path.ts';
import { type Staying, stayConnected } from './stay-connected.ts';

/** One question as it stands: it may be answered in another tab, or in the client that called the tool. */
export function useAsk(
  askId: string,
  { staysSignedOut = false }: Pick<Staying, 'staysSignedOut'> = {},
): { ask: AskPageState | undefined; fault: string; send: SendAnswer } {
  const [ask, setAsk] = useState<AskPageState>();
  const [fault, setFault] = useState('');
  const isSettled = fault !== '' || (ask !== undefined && ask.status !== 'open' && !isGoingOn(ask));
  // Called with the next thing that the server says.
  const awaited = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (isSettled) return;
    return stayConnected(`/ws/asks/${encodeURIComponent(askId)}`, {
      staysSignedOut,
      onText(text) {
        const message = readMessage(askMessageSchema, text);
        if (!message) return;
        for (const heard of awaited.current.splice(0)) heard();
        if ('fault' in message) setFault(message.fault);
        else setAsk(message.ask);
      },
    });
  }, [askId, isSettled, staysSignedOut]);

  async function send(answer: AskAnswer): Promise<void> {
    const response = await sendAnswer(askId, answer, staysSignedOut ? () => {} : undefined).catch(() => {
      throw new UnreachableError(new Promise((resolve) => void awaited.current.push(resolve)));
    });
    if (!response.ok) {
      const { error = 'The answer was not accepted.', fields } = await readBody(
        answerRefusedSchema,
        response,
      );
      if (response.status === 422) throw new AnswerRefused(error, fields);
      throw new Error(error);
    }
    const body = await readBody(askPageSchema, response);
    // What the server tells by itself is newer, where it came first.
    setAsk((before) => (before?.status === 'open' ? body : before));
  }
  return { ask, fault, send };
}

async function sendAnswer(
  askId: string,
  answer: AskAnswer,
  onSignedOut: (() => void) | undefined,
): Promise<Response> {
  return fetch(serverPath(`/api/asks/${encodeURIComponent(askId)}`), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(await pageHeaders(onSignedOut)) },
    body: JSON.stringify(answer),
  });
}

/** The call that asked works, or has asked something else. */
function isGoingOn({ callStatus }: AskPageState): boolean {
  return callStatus === 'running' || callStatus === 'awaiting_sample' || callStatus === 'awaiting_elicit';
}
