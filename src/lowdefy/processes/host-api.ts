import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { isResponse } from '../../lib/is-response.ts';
import { toSentence } from '../../lib/yaml-source.ts';
import { describeAgentFailure } from '../app/call-agent.ts';
import { describeEndpointFailure, toShownResult } from '../app/endpoint-failure.ts';
import { reasonOf } from '../app/failure-reason.ts';
import { scrubFailures } from '../app/scrub-failures.ts';
import { readSecrets } from '../app/secrets.ts';
import { createScrub } from '../connections/create-scrub.ts';
import { checkResponseSize } from '../connections/response-size.ts';
import { toPlainData } from '../connections/to-plain-data.ts';
import type { LowdefyAgentCall, LowdefyCaller, LowdefyHost } from '../lowdefy-host.ts';
import { answerApiCall } from './answer-api-call.ts';
import type { ApiCall, ApiMethod, ProcessReply } from './process-protocol.ts';

/** Requests of pages, performed by the program that embeds us, in this process. */
export interface HostApi {
  ask(call: ApiCall): void;
  /** Nobody waits for responses any more. */
  close(): void;
}

interface HostApiOptions {
  host: LowdefyHost;
  /** The app's name. */
  app: string;
  /** The secrets in it are removed from failures. */
  env: Record<string, string | undefined>;
  maxResponseMb: number;
  send(reply: ProcessReply): void;
}

/** What was requested, checked, because page code is not trusted. */
type Given = Record<string, unknown>;

export function createHostApi({ host, app, env, maxResponseMb, send }: HostApiOptions): HostApi {
  const leaving = new AbortController();
  const scrub = createScrub(Object.values(readSecrets(env)));
  const toReason = (error: unknown) => scrub(reasonOf(error) ?? 'no reason was given');
  return {
    ask(ask) {
      const caller: LowdefyCaller = { app, user: ask.user, signal: leaving.signal };
      const work = { callRequest, callEndpoint, callAgent }[ask.question];
      void answerApiCall(
        ask,
        (call) => work(call as Given, caller),
        (reply) => {
          if (!leaving.signal.aborted) send(reply);
        },
      );
    },
    close: () => leaving.abort(),
  };

  async function callRequest(given: Given, caller: LowdefyCaller): Promise<unknown> {
    const { pageId, requestId } = textsOf(given, ['pageId', 'requestId']);
    const { blockId, payload } = given;
    const name = `Request "${requestId}" on page "${pageId}"`;
    const call = { pageId, requestId, ...(typeof blockId === 'string' && { blockId }), payload };
    const result = await attempt(
      () => methodOf('callRequest')(call, caller),
      (error) => `${name} failed: ${toSentence(toReason(error))}`,
    );
    if (!isRecord(result))
      throw mistake('callRequest', `must return { response }, and returned ${kindOf(result)}`);
    return { ...result, response: toSent(result.response, name) };
  }

  async function callEndpoint(given: Given, caller: LowdefyCaller): Promise<unknown> {
    const { endpointId } = textsOf(given, ['endpointId']);
    const call = { ...given, endpointId };
    const fail = (error: unknown) => describeEndpointFailure(endpointId, error, toReason);
    const result = await attempt(() => methodOf('callEndpoint')(call, caller), fail);
    return toSent(toShownResult(endpointId, result, toReason), `Endpoint "${endpointId}"`);
  }

  async function callAgent(given: Given, caller: LowdefyCaller): Promise<{ response: Response }> {
    const { agentId, pageId } = textsOf(given, ['agentId', 'pageId']);
    const messages = Array.isArray(given.messages) ? given.messages : [];
    const call: LowdefyAgentCall = { ...given, agentId, pageId, messages };
    const fail = (error: unknown) => describeAgentFailure(agentId, error, scrub);
    const result = await attempt(() => methodOf('callAgent')(call, caller), fail);
    const response = isRecord(result) ? result.response : undefined;
    if (!isResponse(response)) throw mistake('callAgent', 'must return { response }, with a Response in it');
    return { response: new Response(response.body && scrubFailures(response.body, scrub)) };
  }

  function methodOf<M extends ApiMethod>(method: M): NonNullable<LowdefyHost[M]> {
    const work = host[method];
    if (work) return work.bind(host) as NonNullable<LowdefyHost[M]>;
    throw mistake(method, 'is missing, and this server makes the requests of the app');
  }

  function toSent(value: unknown, name: string): unknown {
    try {
      checkResponseSize(value, maxResponseMb);
    } catch (error) {
      throw new TandemError('limit_reached', `${name} failed: ${toSentence((error as Error).message)}`);
    }
    return withDates(toPlainData(value));
  }
}

/** What the server itself refuses keeps its code; everything else becomes one sentence. */
async function attempt(work: () => Promise<unknown>, describe: (error: unknown) => string): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TandemError) throw error;
    throw new TandemError('unavailable', describe(error));
  }
}

function textsOf<K extends string>(given: Given, keys: readonly K[]): Record<K, string> {
  for (const key of keys)
    if (typeof given[key] !== 'string')
      throw new TandemError('invalid_input', `${key} of a request must be a text.`);
  return given as Record<K, string>;
}

function mistake(method: ApiMethod, what: string): TandemError {
  return new TandemError('invalid_config', `lowdefy.${method} of createTandem ${what}.`);
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
}

/** Dates in the form that Lowdefy sends them in; what is in it already stays. */
function withDates(value: unknown): unknown {
  if (value instanceof Date) return { '~d': value.valueOf() };
  if (Array.isArray(value)) return value.map(withDates);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDates(inner)]));
}
