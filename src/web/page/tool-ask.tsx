import { type ReactNode, useSyncExternalStore } from 'react';
import { type Ask, AskCard, type SendAnswer } from '../../react/index.ts';
import { Markdown } from './markdown/markdown.tsx';
import { createToolClients } from './tool-clients.ts';

const clients = createToolClients();

/** A question, shown by its tool's own components where it has some. */
export function ToolAsk({ ask, send }: { ask: Ask; send: SendAnswer }): ReactNode {
  const { isLoaded, plugins, errors } = useSyncExternalStore(clients.subscribe, clients.getState);
  // A form that is replaced a moment later would lose what was typed.
  if (!isLoaded) return <p className="quiet">Loading the question…</p>;
  const error = errors.get(ask.toolName);
  return (
    <>
      {error !== undefined && ask.status === 'open' && (
        <p className="notice" role="status">
          The tool’s own form could not be loaded: {error}
        </p>
      )}
      <AskCard ask={ask} plugin={plugins.get(ask.toolName)} send={send} showText={toMarkdown} />
    </>
  );
}

function toMarkdown(text: string): ReactNode {
  return <Markdown text={text} />;
}
