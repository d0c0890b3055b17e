import { isJSONRPCRequest, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { OUTCOME_UNKNOWN } from '../lib/outcome-unknown.ts';
import { toRefusal } from './unanswered.ts';

const SERVER_ERROR = -32000;

/** Ids of requests, those of tool calls apart. */
const requestIds = z.array(z.union([z.string(), z.number()]));
const noteSchema = z.tuple([requestIds, requestIds]);
type Note = z.infer<typeof noteSchema>;
/** Part of event ids, which go into headers. */
const MAX_CHARACTERS = 500;

/**
 * Which requests a message brings, as text for the ids of the events of its stream: any instance can then say what
 * became of them when the stream is resumed there. Empty where there are none.
 */
export function noteRequests(body: unknown): string {
  const requests = [body].flat().filter(isJSONRPCRequest);
  const ids = (areCalls: boolean): RequestId[] =>
    requests.filter(({ method }) => (method === 'tools/call') === areCalls).map(({ id }) => id);
  const note = Buffer.from(JSON.stringify([ids(true), ids(false)])).toString('base64url');
  return requests.length === 0 || note.length > MAX_CHARACTERS ? '' : note;
}

/**
 * The answers to requests whose process took their outcome along, but for those that are `settled`; none if the note is not
 * one of ours.
 */
export function answerLost(note: string, settled: ReadonlySet<RequestId>): JSONRPCMessage[] {
  const [calls, others] = readNote(note).map((ids) => ids.filter((id) => !settled.has(id))) as Note;
  const result = { content: [{ type: 'text', text: OUTCOME_UNKNOWN }], isError: true };
  return [
    // To a call as a result: models are shown results, and often not errors of the protocol.
    ...calls.map((id): JSONRPCMessage => ({ jsonrpc: '2.0', id, result })),
    ...others.map((id) => toRefusal(id, SERVER_ERROR, OUTCOME_UNKNOWN)),
  ];
}

function readNote(note: string): Note {
  try {
    return noteSchema.parse(JSON.parse(Buffer.from(note, 'base64url').toString()));
  } catch {
    return [[], []];
  }
}
