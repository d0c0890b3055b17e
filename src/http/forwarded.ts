import type { IncomingMessage } from 'node:http';
import { createAddressList, toPlainAddress } from '../lib/address-list.ts';
import { HttpError } from '../lib/error-response.ts';

/** What is known of a request's way here. */
export interface Forwarded {
  /** Where the caller is; the proxy itself where it does not say. */
  address: string | undefined;
  /** What a trusted proxy says; everything is undefined for all others. */
  host?: string | undefined;
  proto?: string | undefined;
  /** The path that the proxy has cut off. */
  prefix?: string | undefined;
  requestId?: string | undefined;
}

export type ForwardedOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Forwarded;

/** Ids of others stand in our log and in errors. */
const REQUEST_ID = /^[\w.:-]{8,100}$/;

/**
 * Read `X-Forwarded-*` of the proxies listed in `http.trustProxy`. Anybody can send these headers, so from every other address
 * they are ignored.
 */
export function createForwardedOf(trustProxy: readonly string[]): ForwardedOf {
  const trusted = createAddressList(trustProxy);
  return ({ headers, socket }) => {
    const peer = toPlainAddress(socket.remoteAddress) ?? socket.remoteAddress;
    if (!trusted.has(peer)) return { address: peer };
    const one = (name: string) => {
      const value = [headers[name]].flat().join(',').trim();
      return value === '' ? undefined : value;
    };
    const id = one('x-request-id');
    return {
      address: callerOf(one('x-forwarded-for'), peer),
      host: one('x-forwarded-host'),
      proto: one('x-forwarded-proto')?.toLowerCase(),
      prefix: one('x-forwarded-prefix'),
      requestId: id !== undefined && REQUEST_ID.test(id) ? id : undefined,
    };
  };

  /** Each proxy appends whom it heard from: the last address that is not a trusted proxy. What is before it may be invented. */
  function callerOf(chain: string | undefined, peer: string | undefined): string | undefined {
    let caller = peer;
    for (const entry of chain?.split(',').reverse() ?? []) {
      const address = toPlainAddress(withoutPort(entry.trim()));
      if (address === undefined) return caller;
      caller = address;
      if (!trusted.has(address)) return caller;
    }
    return caller;
  }
}

/** Refuse what does not belong to one request: a list means that a proxy appended to what the caller sent. */
export function checkForwarded({ host, proto, prefix }: Forwarded): void {
  for (const [name, value] of Object.entries({ Host: host, Proto: proto, Prefix: prefix }))
    if (value?.includes(','))
      throw new HttpError(
        400,
        `X-Forwarded-${name} has more than one value. The proxy must set it, not append to it.`,
      );
}

function withoutPort(entry: string): string {
  const [, address] = /^\[([^\]]+)\](?::\d+)?$/.exec(entry) ?? /^([\d.]+):\d+$/.exec(entry) ?? [];
  return address ?? entry;
}
