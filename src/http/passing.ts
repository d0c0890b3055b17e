import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { PASSED_ON_HEADER, type PassedOn, type Way } from '../auth/passed-on.ts';
import { TandemError } from '../errors.ts';
import { HttpError } from '../lib/error-response.ts';
import { OUTCOME_UNKNOWN } from '../lib/outcome-unknown.ts';
import { NotReached, type PassedRequest, passOn, passUpgradeOn } from '../lib/pass-on.ts';
import { currentRequest } from '../lib/request-context.ts';
import type { Instance } from '../session/instance-store.ts';
import type { Instances } from '../session/instances.ts';

/** How a request is passed on to another instance, as it came and in its caller's name. */
export interface Passing {
  /** Another instance has passed it on to us; it goes no further. */
  isPassedOn: boolean;
  send(to: Instance, changed?: Partial<PassedRequest>): Promise<Response>;
  /** Resolves to the status. */
  upgrade(to: Instance, given: { stream: Duplex; head: Buffer }): Promise<number>;
}

/** A request, and whose it is. */
export interface Belonging {
  instances: Instances | undefined;
  passing: Passing | undefined;
  whose(instances: Instances): Promise<Instance | undefined>;
}

export function createPassing(
  passedOn: PassedOn,
  { method = 'GET', url = '/', rawHeaders: all }: IncomingMessage,
  { way, isPassedOn }: { way: Way; isPassedOn: boolean },
): Passing {
  const sent = all.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() !== PASSED_ON_HEADER ? [name, all[at + 1] ?? ''] : [],
  );
  const signed = (request: { method: string; target: string }, headers: readonly string[]) => {
    const requestId = currentRequest()?.id ?? way.requestId;
    return [...headers, PASSED_ON_HEADER, passedOn.sign({ ...way, requestId }, request)];
  };
  return {
    isPassedOn,
    async send(to, changed = {}) {
      const request = { method, target: url, rawHeaders: sent, ...changed };
      const rawHeaders = signed(request, request.rawHeaders);
      return orStopped(passOn(to, { ...request, rawHeaders }), request.signal);
    },
    upgrade(to, given) {
      const request = { method: 'GET', target: url };
      return orStopped(passUpgradeOn(to, { ...request, rawHeaders: signed(request, sent) }, given));
    },
  };
}

async function orStopped<T>(sending: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof NotReached || signal?.aborted) throw error;
    throw new TandemError('unavailable', OUTCOME_UNKNOWN, { cause: error, retryAfter: 2 });
  }
}

/** Serves a request at the instance that it belongs to. */
export function serveAtHome<T>(
  { instances, passing, whose }: Belonging,
  { here, there }: { here(): Promise<T>; there(to: Instance, passing: Passing): Promise<T> },
): Promise<T> {
  if (!instances || !passing) return here();
  return instances.serve(() => whose(instances), {
    here,
    async there(to) {
      if (passing.isPassedOn) throw new HttpError(421, 'This belongs to another instance.');
      return there(to, passing);
    },
  });
}
