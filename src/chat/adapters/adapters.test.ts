import type { Event } from '@ag-ui/core';
import { EventSchema } from '@ag-ui/core/schemas';
import { readUIMessageStream, type UIMessage, type UIMessageChunk, uiMessageChunkSchema } from 'ai';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { FLIGHT, SEAT } from '../../../test/fixtures/booking-tool.ts';
import { asker, DECLINE, quick } from '../../../test/fixtures/chat-tools.ts';
import { createGatedModel } from '../../../test/fixtures/gated-model.ts';
import { BOOK, openChat } from '../../../test/fixtures/open-chat.ts';
import type { AgUiEvent } from './ag-ui-event.ts';
import type { UiData, UiMetadata } from './ui-message-writer.ts';

type OurMessage = UIMessage<UiMetadata, UiData>;

async function sseOf<T>(response: Response): Promise<T[]> {
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  return (await response.text())
    .split('\n\n')
    .filter((block) => block.startsWith('data: ') && !block.endsWith('[DONE]'))
    .map((block) => JSON.parse(block.slice('data: '.length)) as T);
}

const turn = { messages: [{ role: 'user', content: 'go' }] };

describe('the UI message stream of the AI SDK', () => {
  /** What an AI SDK front end makes of it, continuing its message. */
  async function show(response: Response, before?: OurMessage): Promise<OurMessage> {
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    const chunks = await sseOf<UIMessageChunk>(response);
    for (const chunk of chunks) {
      const checked = await uiMessageChunkSchema().validate?.(chunk);
      expect(checked, JSON.stringify(chunk)).toMatchObject({ success: true });
    }
    const stream = new ReadableStream<UIMessageChunk>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    let message = before;
    const read = readUIMessageStream<OurMessage>({
      ...(before ? { message: before } : {}),
      stream: stream as never,
      terminateOnError: true,
    });
    for await (const next of read) message = next;
    if (!message) throw new Error('no message');
    return message;
  }

  test('shows a call, its questions with their answers, and its result', async () => {
    const { send } = openChat([BOOK, 'go early', 'Booked.']);
    const post = (body: object) => send('POST', '?format=ui-message-stream', body);
    let message = await show(await post(turn));
    const conversationId = message.metadata?.conversationId;
    for (const [key, result] of [
      ['pickFlight', FLIGHT],
      ['pickSeat', SEAT],
    ] as const) {
      const asks = message.parts.flatMap((part) => (part.type === 'data-tandem-ask' ? [part.data] : []));
      const ask = asks.at(-1);
      expect(ask).toMatchObject({ key, status: 'pending' });
      const { sessionId, callId, elicitId } = ask ?? {};
      message = await show(
        await post({ conversationId, pluginElicitResponses: [{ sessionId, callId, elicitId, result }] }),
        message,
      );
    }
    expect(message.parts.filter(({ type }) => type === 'data-tandem-ask')).toMatchObject([
      { data: { key: 'pickFlight', status: 'responded', response: FLIGHT } },
      { data: { key: 'pickSeat', status: 'responded', response: SEAT } },
    ]);
    expect(message.parts.find(({ type }) => type === 'dynamic-tool')).toMatchObject({
      toolName: 'booking',
      state: 'output-available',
      output: { seat: '12A' },
    });
    expect(message.parts.at(-1)).toMatchObject({ type: 'text', text: 'Booked.', state: 'done' });
  });

  test('shows thinking, text and failed calls, from the start and from any position', async () => {
    const model = createGatedModel();
    const { send } = openChat([], { model: model.model, tools: [quick] });
    const running = send('POST', '?format=ui-message-stream', turn);
    await model.think('Hm.');
    await model.say('Let me see. ');
    await model.call('c', 'quick', '{"n":"x"}');
    await model.end();
    await model.say('It failed.');
    await model.end();
    const response = await running;
    const id = response.headers.get('x-conversation-id');
    const first = await show(response);
    const types = first.parts.map(({ type }) => type);
    expect(types).toEqual(['step-start', 'reasoning', 'text', 'dynamic-tool', 'step-start', 'text']);
    expect(first.parts[3]).toMatchObject({ state: 'output-error', errorText: expect.stringContaining('n:') });
    const again = await show(await send('GET', `/${id}/stream?format=ui-message-stream`));
    expect(again.parts.map(({ type }) => type)).toEqual(types);
  });
});

describe('AG-UI', () => {
  async function read(response: Response): Promise<AgUiEvent[]> {
    const events = await sseOf<AgUiEvent>(response);
    for (const event of events) expect(() => EventSchema.parse(event), JSON.stringify(event)).not.toThrow();
    return events;
  }

  test('our events are valid AG-UI events', () => {
    // Its names are an enum; ours are the same texts.
    type Named<E> = E extends { type: infer T extends string } ? Omit<E, 'type'> & { type: `${T}` } : never;
    expectTypeOf<Extract<AgUiEvent, { type: 'RUN_FINISHED' }>>().toExtend<
      Extract<Named<Event>, { type: 'RUN_FINISHED' }>
    >();
    expectTypeOf<Extract<AgUiEvent, { type: 'TOOL_CALL_RESULT' }>>().toExtend<
      Extract<Named<Event>, { type: 'TOOL_CALL_RESULT' }>
    >();
  });

  test('a run that asks ends with an interrupt, and the next one continues', async () => {
    const { send } = openChat([['Well. ', { tool: 'ask', input: {} }], 'Done.'], { tools: [asker('ask')] });
    const first = await read(await send('POST', '?format=ag-ui', turn));
    expect(first.map(({ type }) => type).filter((type) => type !== 'CUSTOM')).toEqual([
      'RUN_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'RUN_FINISHED',
    ]);
    const finished = first.at(-1);
    if (finished?.type !== 'RUN_FINISHED' || finished.outcome.type !== 'interrupt')
      throw new Error('no interrupt');
    const [interrupt] = finished.outcome.interrupts;
    expect(interrupt).toMatchObject({
      reason: 'elicitation',
      message: 'ask?',
      responseSchema: { type: 'object' },
      metadata: { key: 'q', context: { shown: 'only to people' } },
    });
    const { id: elicitId, toolCallId: callId } = interrupt ?? {};
    const pluginElicitResponses = [{ sessionId: callId, callId, elicitId, result: DECLINE }];
    const body = { conversationId: finished.threadId, pluginElicitResponses };
    const second = await read(await send('POST', '?format=ag-ui', body));
    expect(second.find(({ type }) => type === 'TOOL_CALL_RESULT')).toMatchObject({
      toolCallId: callId,
      content: 'decline',
    });
    expect(second.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } });
  });

  test('errors and stops are reported as such; another format is refused before anything happens', async () => {
    const { send, json } = openChat(() => {
      throw new Error('away');
    });
    const failed = await read(await send('POST', '?format=ag-ui', turn));
    expect(failed.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'recoverable' });
    const refused = await send('POST', '?format=xml', turn);
    expect([refused.status, (await refused.json()).error]).toEqual([400, expect.stringContaining('ag-ui')]);
    expect((await json('')).conversations).toHaveLength(1);
  });
});
