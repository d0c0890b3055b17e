import type { RouteContext, Socket, SocketConnection } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import type { AskListState, AskMessage } from '../../protocol/ask-page-state.ts';
import type { Calls } from '../calls/calls.ts';
import { whileWaiting } from '../calls/while-waiting.ts';
import { describeAsk, listAsks } from './describe-asks.ts';

/** Send pages the questions they show, now and after every change. */
export function createAskSockets(running: () => Calls, log: Logger): Socket[] {
  const follow = (look: (ctx: RouteContext) => Promise<AskListState | AskMessage>) => {
    return (connection: SocketConnection, ctx: RouteContext) => {
      const leaving = new AbortController();
      connection.onClose(() => leaving.abort());
      const onChange = (listener: () => void) => running().onChange(ctx.principal, listener);
      tell(connection, async () => JSON.stringify(await look(ctx)), onChange, leaving.signal).catch(
        (error: unknown) => {
          if (leaving.signal.aborted) return;
          // When the area has not started yet or is stopping, the page reconnects and finds it.
          if (!(error instanceof TandemError)) log.error('questions could not be sent to a page', error);
          connection.close(1011, 'questions could not be sent');
        },
      );
    };
  };
  return [
    { door: 'page', path: '/ws/asks', connect: follow(({ principal }) => listAsks(running(), principal)) },
    {
      door: 'page',
      path: '/ws/asks/:id',
      connect: follow(async ({ principal, params }): Promise<AskMessage> => {
        try {
          return { ask: await describeAsk(running(), principal, params.id ?? '') };
        } catch (error) {
          if (!(error instanceof TandemError && error.code === 'not_found')) throw error;
          return { fault: 'Question not found, or you may not answer it.' };
        }
      }),
    },
  ];
}

async function tell(
  connection: SocketConnection,
  look: () => Promise<string>,
  onChange: (listener: () => void) => () => void,
  signal: AbortSignal,
): Promise<void> {
  for (let told = ''; ; ) {
    told = await whileWaiting(look, (seen) => seen !== told, onChange, { signal });
    connection.send(told);
  }
}
