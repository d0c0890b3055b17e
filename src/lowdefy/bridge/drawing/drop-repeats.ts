import type { LogItem } from '../recorder.ts';

/** A line's `error` says why it failed; its requests and the messages on the screen need not repeat it. */
export function dropRepeats(item: LogItem): LogItem {
  const { requestResults: requests, messages, ...rest } = item;
  const said = new Set([item.error, ...(requests ?? []).map(({ error }) => error)]);
  const shown = messages?.filter((message) => !said.has(message)) ?? [];
  return {
    ...rest,
    ...(requests && {
      requestResults: requests.map(({ error, ...request }) => ({
        ...request,
        ...(error !== undefined && error !== item.error && { error }),
      })),
    }),
    ...(shown.length > 0 && { messages: shown }),
  };
}
