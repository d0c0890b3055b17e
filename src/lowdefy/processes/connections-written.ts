import { isRecord } from '../../lib/is-record.ts';
import type { AppWrites } from '../named/named-resource.ts';
import type { ApiCall } from './process-protocol.ts';

/** The connections that a request of a page, or an endpoint, writes to, as far as somebody wants to know. */
export function connectionsWritten(
  { question, call }: ApiCall,
  { requests, endpoints }: AppWrites,
): string[] {
  const watched = question === 'callRequest' ? requests : question === 'callEndpoint' ? endpoints : {};
  if (Object.keys(watched).length === 0) return [];
  const given = parse(call);
  if (!isRecord(given)) return [];
  const key = question === 'callRequest' ? `${given.pageId}/${given.requestId}` : String(given.endpointId);
  return Object.hasOwn(watched, key) ? [watched[key] ?? []].flat() : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
