import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { AskPage as AskDetails } from '../../protocol/ask-page.ts';
import { AnswerRefused, type Ask, type AskAnswer } from '../../react/index.ts';
import { pageHeaders } from '../page/page-headers.ts';
import { ToolAsk } from '../page/tool-ask.tsx';

/** It may be answered elsewhere: in another tab, in the client that called the tool, by another process. */
const LOOK_AGAIN_MS = 1000;

/** One question by its address. */
export function AskPage({ askId }: { askId: string }): ReactNode {
  const [ask, setAsk] = useState<AskDetails>();
  const [fault, setFault] = useState('');
  const look = useCallback(async () => {
    const response = await fetch(`/api/asks/${encodeURIComponent(askId)}`);
    const body = (await response.json()) as AskDetails & { error?: string };
    if (response.ok) setAsk((before) => (JSON.stringify(before) === JSON.stringify(body) ? before : body));
    setFault(
      response.ok
        ? ''
        : response.status === 404
          ? 'There is no such question, or it is not yours to answer.'
          : (body.error ?? 'The question cannot be shown now. Reload the page to try again.'),
    );
  }, [askId]);

  const isSettled = fault !== '' || (ask !== undefined && ask.status !== 'open' && !isGoingOn(ask));
  useEffect(() => {
    void look().catch(() => setFault('The server is away. Reload the page to try again.'));
  }, [look]);
  useEffect(() => {
    if (isSettled) return;
    // A server that is away for a moment is no reason to say anything: the question is still on the page.
    const timer = setInterval(() => {
      if (!document.hidden) void look().catch(() => {});
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [look, isSettled]);
  const toolName = ask?.toolName;
  useEffect(() => {
    if (toolName === undefined) return;
    document.title = `${toolName} · Tandem`;
    const heading = document.getElementById('title');
    if (heading) heading.textContent = toolName;
  }, [toolName]);

  async function send(answer: AskAnswer): Promise<void> {
    const response = await sendAnswer(askId, answer).catch(() => {
      throw new Error('The server is away. Try again in a moment.');
    });
    const { error = 'The answer was not taken.', fields } = (await response.json()) as {
      error?: string;
      fields?: Record<string, string>;
    };
    if (response.status === 422) throw new AnswerRefused(error, fields);
    // Answered now, or by somebody else a moment before: either way the page shows how it stands.
    await look();
    if (!response.ok) throw new Error(error);
  }

  if (fault !== '') return <p role="status">{fault}</p>;
  if (!ask) return <p>Loading…</p>;
  return (
    <>
      <ToolAsk ask={ask as Ask} send={send} />
      <WhatNext ask={ask} />
    </>
  );
}

async function sendAnswer(askId: string, answer: AskAnswer): Promise<Response> {
  return fetch(`/api/asks/${encodeURIComponent(askId)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(await pageHeaders()) },
    body: JSON.stringify(answer),
  });
}

function isGoingOn({ status, callStatus, nextAskId }: AskDetails): boolean {
  return (
    status === 'answered' && !nextAskId && (callStatus === 'running' || callStatus === 'awaiting_sample')
  );
}

/** How the call goes on after the answer. */
function WhatNext({ ask }: { ask: AskDetails }): ReactNode {
  if (ask.status !== 'answered') return null;
  if (ask.nextAskId) return <a href={`/asks/${ask.nextAskId}`}>There is another question</a>;
  if (ask.callStatus === 'completed') return <p>The tool has finished.</p>;
  if (ask.callStatus === 'failed') return <p>The tool has failed; the agent was told why.</p>;
  if (ask.callStatus === 'aborted') return <p>The call was cancelled.</p>;
  return ask.callStatus ? <p>The tool goes on…</p> : null;
}
