/*
 * The wire of a page's connection where it has no WebSocket: server-sent events in one direction, POSTs in the other. The
 * checks are written by hand, because the page of live views brings no libraries.
 */

/** A POST to this path and the path of a socket opens a stream of what that socket sends. */
export const EVENTS_PATH = '/api/events';

/** A POST to this path and the id of a connection sends frames to the server. */
export const CONNECTIONS_PATH = '/api/connections';

/** A page with this `<meta>` and the content `events` does not try WebSockets. */
export const TRANSPORT_META = 'tandem-transport';

/** How often a stream without events shows that it is alive: proxies close connections that are silent, often after a minute. */
export const PAGE_HEARTBEAT_MS = 20_000;

/** The first event names the connection; text frames have the default name; the last one says why the server closed it. */
export type PageEventName = 'open' | 'message' | 'close';

/** Frames of a page, numbered: a POST whose response was lost is repeated, and what arrived twice counts once. */
export interface SentFrames {
  /** How many frames this connection had sent before these. */
  first: number;
  frames: string[];
}

/** An event as it travels. Text frames are JSON, which has no line breaks; others would arrive as "\n". */
export function toEvent(name: PageEventName, data: string): string {
  const head = name === 'message' ? '' : `event: ${name}\n`;
  return `${head}data: ${data.split(/\r\n|\r|\n/).join('\ndata: ')}\n\n`;
}

/** The body of a POST; undefined if it is something else. */
export function readSentFrames(value: unknown): SentFrames | undefined {
  const { first, frames } = (value ?? {}) as Partial<Record<keyof SentFrames, unknown>>;
  if (!Number.isSafeInteger(first) || (first as number) < 0 || !Array.isArray(frames)) return undefined;
  return frames.every((frame) => typeof frame === 'string')
    ? { first: first as number, frames: frames as string[] }
    : undefined;
}

/** The id in the first event. */
export function readOpened(data: string): string {
  const { id } = JSON.parse(data) as { id?: unknown };
  if (typeof id !== 'string') throw new Error('The first event has no id.');
  return id;
}

/** The code in the last event. */
export function readClosed(data: string): number {
  const { code } = JSON.parse(data) as { code?: unknown };
  if (typeof code !== 'number') throw new Error('The last event has no code.');
  return code;
}
