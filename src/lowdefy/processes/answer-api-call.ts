import type { ApiCall, ProcessReply } from './process-protocol.ts';
import { toWire } from './wire-error.ts';

/** Performs what a page asked for, and sends the response: as JSON text, or that of an agent in chunks. Never rejects. */
export async function answerApiCall(
  { id, question, call }: ApiCall,
  perform: (call: object) => Promise<unknown>,
  send: (reply: ProcessReply) => void,
): Promise<void> {
  try {
    const result = await perform(JSON.parse(call));
    if (question !== 'callAgent') return send({ kind: 'answer', id, text: JSON.stringify(result) });
    const { body } = (result as { response: Response }).response;
    send({ kind: 'begin', id });
    const decoder = new TextDecoder();
    for await (const bytes of body ?? [])
      send({ kind: 'piece', id, text: decoder.decode(bytes, { stream: true }) });
    send({ kind: 'end', id });
  } catch (error) {
    send({ kind: 'refusal', id, error: toWire(error) });
  }
}
