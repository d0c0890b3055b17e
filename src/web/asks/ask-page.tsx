import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type AskPageState,
  answerRefusedSchema,
  askMessageSchema,
  askPageSchema,
} from '../../protocol/ask-page-state.ts';
import { AnswerRefused, type Ask, type AskAnswer, UnreachableError } from '../../react/index.ts';
import { pageHeaders } from '../page/page-headers.ts';
import { readBody, readMessage } from '../page/read-message.ts';
import { serverPath } from '../page/server-path.ts';
import { stayConnected } from '../page/stay-connected.ts';
import { ToolAsk } from '../page/tool-ask.tsx';

/** One question by its address, as it stands: it may be answered in another tab, or in the client that called the tool. */
export function AskPage({ askId }: { askId: string }): ReactNode {
  const [ask, setAsk] = useState<AskPageState>();
  const [fault, setFault] = useState('');
  const isSettled = fault !== '' || (ask !== undefined && ask.status !== 'open' && !isGoingOn(ask));
  // Called with the next thing that the server says.
  const awaited = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (isSettled) return;
    return stayConnected(`/ws/asks/${encodeURIComponent(askId)}`, {
      onText(text) {
        const message = readMessage(askMessageSchema, text);
        if (!message) return;
        for (const heard of awaited.current.splice(0)) heard();
        if ('fault' in message) setFault(message.fault);
        else setAsk(message.ask);
      },
    });
  }, [askId, isSettled]);
  const toolName = ask?.toolName;
  useEffect(() => {
    if (toolName === undefined) return;
    document.title = `${toolName} · Tandem`;
    const heading = document.getElementById('title');
    if (heading) heading.textContent = toolName;
  }, [toolName]);

  async function send(answer: AskAnswer): Promise<void> {
    const response = await sendAnswer(askId, answer).catch(() => {
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

  if (fault !== '') return <p role="status">{fault}</p>;
  if (!ask) return <p>Loading…</p>;
  return (
    <>
      {ask.problem ? <p role="alert">{ask.problem}</p> : null}
      <ToolAsk ask={ask as Ask} send={send} />
      <WhatNext ask={ask} />
    </>
  );
}

async function sendAnswer(askId: string, answer: AskAnswer): Promise<Response> {
  return fetch(serverPath(`/api/asks/${encodeURIComponent(askId)}`), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(await pageHeaders()) },
    body: JSON.stringify(answer),
  });
}

/** The call that asked works, or has asked something else. */
function isGoingOn({ callStatus }: AskPageState): boolean {
  return callStatus === 'running' || callStatus === 'awaiting_sample' || callStatus === 'awaiting_elicit';
}

/** How the call goes on after the answer. */
function WhatNext({ ask }: { ask: AskPageState }): ReactNode {
  if (ask.status !== 'answered') return null;
  if (ask.nextAskId) return <a href={serverPath(`/asks/${ask.nextAskId}`)}>There is another question</a>;
  if (ask.callStatus === 'completed') return <p>The tool has finished.</p>;
  if (ask.callStatus === 'failed') return <p>The tool failed; the agent was notified.</p>;
  if (ask.callStatus === 'aborted') return <p>The call was cancelled.</p>;
  return ask.callStatus ? <p>The tool is running…</p> : null;
}
