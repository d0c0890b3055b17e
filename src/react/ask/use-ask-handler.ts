import { useEffect, useRef, useState } from 'react';
import type { Ask, AskAnswer, SendAnswer } from './ask.ts';
import { type AskPlugin, type Shown, toPluginRequest } from './ask-plugin.ts';
import { whenBack } from './unreachable-error.ts';

/** What `useAskHandler` returns. */
export interface AskHandlerState {
  /** What the handler shows now. */
  shown?: Shown & { onRespond(value: unknown): void; isAnswered: boolean };
  /** The handler itself broke: fall back to the form. */
  failure?: string;
  /** The answer was refused, with the reason; the handler has started again. */
  refusal?: string;
  isSending: boolean;
}

/**
 * Runs a plugin's handler for an open question, once, and sends its answer. Unmounting stops it.
 *
 * @example
 * ```tsx
 * import { type Ask, AskForm, type AskPlugin, type SendAnswer, useAskHandler } from 'tandem-mcp/react';
 *
 * export function OwnQuestion({ ask, plugin, send }: { ask: Ask; plugin: AskPlugin; send: SendAnswer }) {
 *   const { shown, failure } = useAskHandler(ask, plugin, send);
 *   if (failure) return <AskForm ask={ask} send={send} />;
 *   return shown && <shown.Component {...shown.props} onRespond={shown.onRespond} disabled={shown.isAnswered} />;
 * }
 * ```
 */
export function useAskHandler(ask: Ask, plugin: AskPlugin, send: SendAnswer): AskHandlerState {
  const [state, setState] = useState<AskHandlerState>({ isSending: false });
  const [round, setRound] = useState(0);
  // The newest of both, without starting the handler again for a new object of the same question.
  const latest = useRef({ ask, send });
  latest.current = { ask, send };

  // A new round is what starts a refused handler again.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const set = (change: Partial<AskHandlerState>) => {
      if (!signal.aborted) setState((before) => ({ ...before, ...change }));
    };
    const render = (component: never, props: Record<string, unknown>): Promise<unknown> =>
      new Promise((resolve) => {
        const Component = component as Shown['Component'];
        const onRespond = (value: unknown) => {
          // Disabled with what was given, until the handler shows something else.
          set({ shown: { Component, props: { ...props, response: value }, onRespond, isAnswered: true } });
          resolve(value);
        };
        set({ shown: { Component, props, onRespond, isAnswered: false } });
      });
    const run = async () => {
      let answer: AskAnswer;
      try {
        answer = (await plugin.run(toPluginRequest(latest.current.ask), { signal, render })) as AskAnswer;
      } catch (error) {
        return set({ failure: (error as Error).message });
      }
      // A handler that was ended has no answer from the person: its "cancel" is not theirs.
      if (signal.aborted) return;
      set({ isSending: true });
      try {
        await latest.current.send(answer);
      } catch (error) {
        set({ refusal: (error as Error).message });
        // The next round has a state of its own, but the same words.
        whenBack(error, () => setState(({ refusal: _, ...rest }) => rest));
        // From the beginning, so that the person can change the answer or send it again.
        if (!signal.aborted) setRound((before) => before + 1);
      } finally {
        set({ isSending: false });
      }
    };
    void run();
    return () => leaving.abort();
  }, [plugin, ask.askId, round]);

  return state;
}
