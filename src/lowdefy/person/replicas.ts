import { z } from 'zod';
import type { AreaServices } from '../../area/area.ts';
import type { RouteContext } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import type { Acted } from '../../protocol/app-session-state.ts';
import { replicaBatchSchema } from '../../protocol/replica-calls.ts';
import type { ClientStatus } from '../../protocol/replica-state.ts';
import type { AppClients } from '../client/app-clients.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import { useApp } from '../session/use-app.ts';

type Principal = RouteContext['principal'];

/** `confirmed` is set by the page itself, after it asked the person; the frame of the app cannot send it. */
const postSchema = replicaBatchSchema.extend({ confirmed: z.literal(true).optional() });

/** Sessions of apps as the real client shows them to a person. */
export class Replicas {
  readonly #apps: RunningApps;
  readonly #services: AreaServices;
  readonly #bundles: AppClients;

  constructor(apps: RunningApps, services: AreaServices, bundles: AppClients) {
    this.#apps = apps;
    this.#services = services;
    this.#bundles = bundles;
  }

  /** Whether the components of a session's app can be shown; starts to make them ready. */
  async client(principal: Principal, sessionId: string): Promise<ClientStatus> {
    const record = await this.#services.sessions.get(principal, sessionId);
    const runner = await this.#apps.of(record).catch((error: Error) => error);
    if (runner instanceof Error) return { status: 'none', reason: runner.message };
    return this.#bundles.of(runner.facts);
  }

  /** Makes the calls of the client's components, in one step of the session. */
  async call(principal: Principal, sessionId: string, given: unknown): Promise<Acted> {
    const parsed = postSchema.safeParse(given);
    if (!parsed.success)
      throw new TandemError('invalid_input', 'Send {"visit":…,"calls":[…]} as the page of a session does.');
    const { confirmed = false, ...batch } = parsed.data;
    const { sessions } = this.#services;
    let to = 0;
    const done = await useApp({ principal, sessions, sessionId }, this.#apps, async ({ session, run }) => {
      const { record } = session;
      session.onSaved((saved) => {
        to = saved;
      });
      const result = await run(batch.calls, (runner, ref) => runner.calls(ref, batch, confirmed));
      return { done: result.done.map((item) => ({ ...item })), from: record.rev };
    });
    return { ...done, to };
  }
}
