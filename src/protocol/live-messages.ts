import { isRecord } from '../lib/is-record.ts';
/*
 * The wire of a live view, in both directions: arrays of messages about variables. The checks are written by hand: a
 * page that is drawn sends thousands of messages at once, and the page of live views brings no libraries.
 */

/** Properties of a variable: text by name. */
export type Properties = Record<string, string>;

/** A message about a variable. */
export type LiveMessage =
  | { type: 'create'; data: { id: number; parentId: number; properties: Properties } }
  | { type: 'destroy' | 'watch' | 'unwatch'; data: { varId: number } }
  | { type: 'update'; data: { varId: number; value?: unknown; properties?: Properties } }
  | { type: 'error'; data: { varId?: number; code: string; description: string } };

/** What a page sends at once. */
export interface LiveFrame {
  /** A person did something, and waits for what comes of it. */
  userEvent: boolean;
  /** How many frames the page had received; older pages do not say. */
  seen?: number;
  messages: LiveMessage[];
  /** What the person used, as the page calls it. */
  used?: UsedElement;
}

/** An element of a live view that a person clicked or changed. */
export interface UsedElement {
  how: 'clicked' | 'changed';
  label: string;
}

/** The socket closes with this code when the session's Lua was restarted: the page builds everything again. */
export const LIVE_RESTARTED = 4001;

const FROM_PAGE: ReadonlySet<string> = new Set(['create', 'destroy', 'update', 'watch', 'unwatch']);
const FROM_SERVER: ReadonlySet<string> = new Set(['destroy', 'update', 'error']);

/** What is wrong with a message from a page; undefined if nothing is. */
export function problemOf(message: unknown): string | undefined {
  if (!isRecord(message) || typeof message.type !== 'string' || !isRecord(message.data))
    return 'A message is { "type": …, "data": { … } }.';
  if (!FROM_PAGE.has(message.type))
    return `Unknown message type "${message.type.slice(0, 50)}". Valid: ${[...FROM_PAGE].join(', ')}.`;
  const key = message.type === 'create' ? 'id' : 'varId';
  if (!Number.isSafeInteger(message.data[key])) return `${message.type} needs an integer "${key}".`;
  return undefined;
}

/** What the server sent; messages that this page does not know are left out. */
export function readLiveMessages(text: string): LiveMessage[] {
  const given: unknown = JSON.parse(text);
  return (Array.isArray(given) ? given : [given]).filter(isFromServer);
}

function isFromServer(message: unknown): message is LiveMessage {
  if (!isRecord(message) || !isRecord(message.data) || !FROM_SERVER.has(String(message.type))) return false;
  const { varId, code } = message.data;
  return Number.isSafeInteger(varId) || (message.type === 'error' && typeof code === 'string');
}
