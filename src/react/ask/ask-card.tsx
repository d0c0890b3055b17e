import { type ReactNode, useId, useState } from 'react';
import { AnsweredAsk } from './answered-ask.tsx';
import type { Ask, AskAnswer, SendAnswer } from './ask.ts';
import { AskForm } from './ask-form.tsx';
import { type AskPlugin, canShow } from './ask-plugin.ts';
import { PluginAsk } from './plugin-ask.tsx';
import { whenBack } from './unreachable-error.ts';

/** Props of `AskCard`. */
export interface AskCardProps {
  ask: Ask;
  /** The tool's plugin for its questions; without one, a form is generated from the schema. */
  plugin?: AskPlugin | undefined;
  send: SendAnswer;
  /** Renders the text of the question, for example with your markdown renderer. Default: plain text. */
  showText?: ((text: string) => ReactNode) | undefined;
}

const ENDS: Record<Exclude<Ask['status'], 'open'>, string> = {
  answered: 'You answered this.',
  expired: 'This question has expired.',
  withdrawn: 'This question was withdrawn.',
};
const ANSWERED: Record<AskAnswer['action'], string> = {
  accept: ENDS.answered,
  decline: 'You declined this.',
  cancel: 'You cancelled this.',
};

/**
 * A question: while it is open with a way to answer it, afterwards with the answer.
 *
 * @example
 * ```tsx
 * import 'tandem-mcp/react/style.css';
 * import { AskCard, type Chat, type ChatElicitation, toAsk } from 'tandem-mcp/react';
 *
 * export function Question({ asked, answer }: { asked: ChatElicitation; answer: Chat['answer'] }) {
 *   const ask = toAsk(asked);
 *   return <AskCard ask={ask} send={(given) => answer(ask.askId, given)} />;
 * }
 * ```
 */
export function AskCard({ ask, plugin, send, showText = asItIs }: AskCardProps): ReactNode {
  const id = useId();
  const isOpen = ask.status === 'open';
  const words =
    ask.status === 'open'
      ? waitsFor(ask)
      : ask.status === 'answered'
        ? ANSWERED[ask.answer?.action ?? 'accept'].replace(/^You/, ask.answeredBy ?? 'You')
        : ENDS[ask.status];
  // The question itself names the card; the explanation follows.
  const [, question, more] = /^(.*?)(?:\n\s*\n(.*))?$/s.exec(ask.message) ?? [];
  return (
    <section className="td-ask" data-status={ask.status} aria-labelledby={id}>
      <div className="td-question">
        <div id={id}>{showText(question ?? '')}</div>
        {more && <div className="td-more">{showText(more)}</div>}
      </div>
      {isOpen && ask.waitsFor !== undefined ? (
        <ShownContext context={ask.context} />
      ) : isOpen ? (
        <OpenAsk ask={ask} plugin={plugin} send={send} />
      ) : (
        <AnsweredAsk ask={ask} plugin={plugin} />
      )}
      <p className="td-state" role="status">
        {words}
      </p>
    </section>
  );
}

function waitsFor({ waitsFor: whom }: Ask): string {
  return whom === undefined ? '' : `Waiting for ${whom}.`;
}

function asItIs(text: string): ReactNode {
  return text;
}

function OpenAsk({ ask, plugin, send }: AskCardProps): ReactNode {
  const [fault, setFault] = useState('');
  const end = (action: 'decline' | 'cancel') => {
    setFault('');
    send({ action }).catch((error: unknown) => {
      setFault((error as Error).message);
      whenBack(error, () => setFault(''));
    });
  };
  const others = (
    <>
      <button type="button" onClick={() => end('decline')}>
        Decline
      </button>
      <button type="button" onClick={() => end('cancel')}>
        Cancel
      </button>
      <p className="td-fault" role="alert">
        {fault}
      </p>
    </>
  );
  const form = (
    <AskForm ask={ask} send={send}>
      {others}
    </AskForm>
  );
  if (!canShow(plugin, ask))
    return (
      <>
        <ShownContext context={ask.context} />
        {form}
      </>
    );
  return (
    <PluginAsk key={ask.askId} ask={ask} plugin={plugin} send={send} fallback={form}>
      <div className="td-buttons">{others}</div>
    </PluginAsk>
  );
}

/** The data shown with the question, for those who want to see it. */
function ShownContext({ context }: { context: Record<string, unknown> }): ReactNode {
  if (Object.keys(context).length === 0) return null;
  return (
    <details className="td-context">
      <summary>Shown with the question</summary>
      <pre>{JSON.stringify(context, null, 2)}</pre>
    </details>
  );
}
