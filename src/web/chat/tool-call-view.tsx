import { type ReactNode, useState } from 'react';
import { type Chat, type ChatToolCall, toAsk } from '../../react/index.ts';
import { ToolAsk } from '../page/tool-ask.tsx';

const WORDS: Record<ChatToolCall['status'], string> = {
  running: 'working',
  awaiting_elicit: 'asks you',
  completed: 'done',
  failed: 'failed',
};

export interface ToolCallViewProps extends Pick<Chat, 'answer' | 'abort'> {
  call: ChatToolCall;
}

/** A tool at work: how far it is, its questions in their place, and what came of it. */
export function ToolCallView({ call, answer, abort }: ToolCallViewProps): ReactNode {
  const { callId, toolName, status, elicitations, progress } = call;
  const [fault, setFault] = useState('');
  const stop = () =>
    abort(callId).then(
      () => setFault(''),
      (error: Error) => setFault(error.message),
    );
  const isGoingOn = status === 'running' || status === 'awaiting_elicit';
  return (
    <section className="call" data-status={status} aria-label={`Tool ${toolName}`}>
      <p className="call-head">
        <span className="call-name">{toolName}</span> <span className="call-status">{WORDS[status]}</span>
        {isGoingOn && (
          <button type="button" className="call-stop" onClick={() => void stop()}>
            Stop {toolName}
          </button>
        )}
      </p>
      {isGoingOn && fault && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
      {isGoingOn && progress && (
        <p className="call-progress">
          {progress.message}
          {progress.progress !== undefined && status === 'running' && (
            <progress value={progress.progress} aria-label={progress.message ?? toolName} />
          )}
        </p>
      )}
      {elicitations.map((elicitation) => (
        <ToolAsk
          key={elicitation.elicitId}
          ask={toAsk(elicitation)}
          send={(result) => answer(elicitation.elicitId, result)}
        />
      ))}
      {call.error !== undefined && <p className="fault">{call.error}</p>}
      <Data title="Called with" value={call.input} />
      {status === 'completed' && <Data title="Result" value={call.result} />}
    </section>
  );
}

function Data({ title, value }: { title: string; value: unknown }): ReactNode {
  return (
    <details className="data">
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long values scroll, and must do so by keyboard too. */}
      <pre tabIndex={0}>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}
