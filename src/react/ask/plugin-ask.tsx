import { type ReactNode, useState } from 'react';
import type { Ask, SendAnswer } from './ask.ts';
import type { AskPlugin } from './ask-plugin.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { useAskHandler } from './use-ask-handler.ts';

export interface PluginAskProps {
  ask: Ask;
  plugin: AskPlugin;
  send: SendAnswer;
  /** Shown instead if the plugin breaks: the person must still be able to answer. */
  fallback: ReactNode;
  /** Below what the plugin shows. */
  children: ReactNode;
}

/** A question shown by its tool's own components. */
export function PluginAsk({ ask, plugin, send, fallback, children }: PluginAskProps): ReactNode {
  const { shown, failure, refusal, isSending } = useAskHandler(ask, plugin, send);
  const [broken, setBroken] = useState<string>();
  const reason = failure ?? broken;
  const instead = (
    <>
      <p className="td-fault" role="alert">
        The tool’s own form failed{reason ? `: ${reason}` : ''}. This form was generated from the question.
      </p>
      {fallback}
    </>
  );
  if (failure !== undefined) return instead;
  return (
    <>
      <p className="td-fault" role="alert">
        {refusal}
      </p>
      {shown && (
        <ErrorBoundary
          fallback={instead}
          onError={(error) => setBroken(String((error as Error)?.message ?? error))}
        >
          <shown.Component
            {...shown.props}
            onRespond={shown.onRespond}
            disabled={shown.isAnswered || isSending}
          />
        </ErrorBoundary>
      )}
      {broken === undefined && children}
    </>
  );
}
