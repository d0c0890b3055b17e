import { createPluginRegistryFrom } from 'tandem-mcp/ask/client';
import {
  type Ask,
  AskCard,
  type AskPlugin,
  type Chat,
  type ChatElicitation,
  type SendAnswer,
  toAsk,
  useAskHandler,
} from 'tandem-mcp/react';
import { orderCakePlugin } from './order-cake-plugin.ts';

const plugins = createPluginRegistryFrom([orderCakePlugin]);

/** Open questions of our own tools in our own frame; for the others, and for what was answered, Tandem's card. */
export function Question({ asked, answer }: { asked: ChatElicitation; answer: Chat['answer'] }) {
  const ask = toAsk(asked);
  const plugin = plugins.get(ask.toolName);
  const send: SendAnswer = (given) => answer(ask.askId, given);
  return plugin && ask.status === 'open' ? (
    <OwnQuestion ask={ask} plugin={plugin} send={send} />
  ) : (
    <AskCard ask={ask} plugin={plugin} send={send} />
  );
}

function OwnQuestion({ ask, plugin, send }: { ask: Ask; plugin: AskPlugin; send: SendAnswer }) {
  const { shown, failure, refusal } = useAskHandler(ask, plugin, send);
  // A question can always be answered, whatever became of our component.
  if (failure !== undefined) return <AskCard ask={ask} send={send} />;
  return (
    <section className="own" aria-label={ask.message}>
      <h2>{ask.message}</h2>
      {shown && <shown.Component {...shown.props} onRespond={shown.onRespond} disabled={shown.isAnswered} />}
      <p role="alert">{refusal}</p>
      <button type="button" onClick={() => void send({ action: 'decline' })}>
        Not now
      </button>
    </section>
  );
}
