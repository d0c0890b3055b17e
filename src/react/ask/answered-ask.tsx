import { type ReactNode, useEffect, useState } from 'react';
import { AnswerSummary } from './answer-summary.tsx';
import type { Ask } from './ask.ts';
import { type AskPlugin, canShow, type Shown } from './ask-plugin.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { findTrace } from './find-trace.ts';

const ignore = () => {};

/** The answer, shown by the tool's own component if possible; read-only. */
export function AnsweredAsk({ ask, plugin }: { ask: Ask; plugin?: AskPlugin | undefined }): ReactNode {
  const [trace, setTrace] = useState<Shown>();
  const { askId } = ask;
  // An answered question never changes, whichever object describes it.
  useEffect(() => {
    let isGone = false;
    setTrace(undefined);
    if (canShow(plugin, ask))
      void findTrace(ask, plugin).then((found) => {
        if (!isGone) setTrace(found);
      });
    return () => {
      isGone = true;
    };
  }, [plugin, askId, ask.answer?.action]);

  const summary = <AnswerSummary ask={ask} />;
  if (!trace) return summary;
  return (
    <ErrorBoundary key={askId} fallback={summary}>
      <trace.Component {...trace.props} onRespond={ignore} disabled />
    </ErrorBoundary>
  );
}
