import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AnyClient,
  type CallResult,
  type Library,
  openClient,
  type Question,
  type Reply,
  type Via,
} from './client-legs.ts';
import { bookings, createCleanup } from './harness.ts';

const TOOLS = [
  'session_create',
  'session_list',
  'session_close',
  'ask_result',
  'book',
  'rebook',
  'slow',
  'noisy',
  'touch',
  'note',
  'spin',
];

const LIBRARIES: Library[] = ['2.x auto', '2.x legacy', '1.x'];
const LEGS = LIBRARIES.flatMap((library) =>
  (['stdio', 'http', 'sse'] as const).map((via): [Library, Via] => [library, via]),
);

const textOf = (result: CallResult) => result.content[0]?.text ?? '';

/** The message of a refusal, whether a protocol error or a result. */
async function refusal(call: Promise<CallResult>): Promise<string> {
  return call.then(
    (result) => {
      expect(result.isError).toBe(true);
      return textOf(result);
    },
    (error: unknown) => (error as Error).message,
  );
}

describe.each(LEGS)('client %s over %s', (library, via) => {
  const cleanup = createCleanup();
  let client: AnyClient;
  let answers: ((question: Question) => Reply)[] = [];
  let questions: Question[] = [];

  beforeAll(async () => {
    client = await openClient(cleanup, library, via, (question) => {
      questions.push(question);
      const answer = answers.shift();
      if (!answer) throw new Error(`asked once too often: ${question.message}`);
      return answer(question);
    });
  });
  afterAll(cleanup.run);

  /** Call `book` and answer its questions, in order. */
  async function book(traveller: string, ...replies: Reply[]) {
    questions = [];
    answers = replies.map((reply) => () => reply);
    const before = bookings(client.dir).length;
    const result = await client.call('book', { traveller });
    return {
      text: textOf(result),
      isError: result.isError ?? false,
      asked: questions.map((question) => question.message),
      booked: bookings(client.dir).slice(before),
    };
  }
  const flight = { action: 'accept', content: { flight: 'AB1' } } as const;
  const seat = (value: string) => ({ action: 'accept', content: { seat: value } }) as const;

  test('uses the era of this client and transport', () => {
    expect(client.era()).toBe(library === '2.x auto' && via !== 'sse' ? 'modern' : 'legacy');
  });

  test('identifies itself and instructs the agent in under 300 tokens', () => {
    expect(client.info()).toMatchObject({ name: 'tandem', version: expect.stringMatching(/^\d+\.\d+/) });
    const instructions = client.instructions() ?? '';
    expect(instructions).toContain('session_create');
    expect(instructions.length / 4).toBeLessThan(300);
  });

  test('lists the same tools in the same order, each with title, schema and hints', async () => {
    const tools = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(TOOLS);
    for (const tool of tools) {
      expect(tool.title).toBeTruthy();
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    const [create, list, close] = tools;
    expect(create?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(list?.annotations).toMatchObject({ readOnlyHint: true });
    expect(close?.annotations).toMatchObject({ destructiveHint: true, idempotentHint: true });
    expect(create?.outputSchema).toMatchObject({ required: ['sessionId', 'name'] });
    expect(list?.outputSchema).toMatchObject({ properties: { sessions: { type: 'array' } } });
    expect(close?.outputSchema).toMatchObject({ properties: { success: { type: 'boolean' } } });
  });

  test('creates, lists and closes a session, in text and in structured content', async () => {
    const created = await client.call('session_create', { name: 'Q1 invoices', description: 'of March' });
    const { sessionId } = created.structuredContent as { sessionId: string };
    expect(created.structuredContent).toEqual({ sessionId, name: 'Q1 invoices' });
    expect(sessionId).toMatch(/^sess_[0-9a-z]{26}$/);
    expect(JSON.parse(textOf(created))).toEqual(created.structuredContent);

    const listed = await client.call('session_list');
    const { sessions } = listed.structuredContent as { sessions: unknown[] };
    expect(JSON.parse(textOf(listed))).toEqual(sessions);
    expect(sessions).toEqual([
      {
        sessionId,
        name: 'Q1 invoices',
        description: 'of March',
        status: 'open',
        pageId: null,
        updatedAt: expect.any(String),
      },
    ]);

    const closed = await client.call('session_close', { sessionId });
    expect(closed.structuredContent).toEqual({ success: true });
    expect(JSON.parse(textOf(closed))).toEqual({ success: true });
    const open = await client.call('session_list', { status: 'open' });
    expect(textOf(open)).toBe('[]');
    expect(open.structuredContent).toEqual({ sessions: [] });
  });

  test('suggests the nearest argument, tool or session if one is unknown', async () => {
    expect(await refusal(client.call('session_create', { nmae: 'x' }))).toContain(
      'Unknown argument "nmae" for session_create. Did you mean "name"?',
    );
    expect(await refusal(client.call('session_craete', { name: 'x' }))).toContain(
      'Unknown tool "session_craete". Did you mean "session_create"?',
    );
    const unknown = 'sess_00000000000000000000000000';
    expect(await refusal(client.call('session_close', { sessionId: unknown }))).toContain(
      `Session "${unknown}" not found. session_list lists yours.`,
    );
  });

  test('a tool that asks twice gets both answers and does its work once', async () => {
    expect(await book('Ann', flight, seat('12A'))).toEqual({
      text: 'Booked AB1 12A for Ann',
      isError: false,
      asked: ['Which flight?', 'Which seat on AB1?'],
      booked: ['AB1 12A for Ann'],
    });
    expect(questions[0]?.requestedSchema).toMatchObject({
      type: 'object',
      properties: { flight: { enum: ['AB1', 'CD2'] } },
      required: ['flight'],
    });
  });

  test('declining and cancelling reach the tool, at each question', async () => {
    expect(await book('Ben', { action: 'decline' })).toMatchObject({
      text: 'Not booked: flight decline',
      asked: ['Which flight?'],
      booked: [],
    });
    expect(await book('Ben', flight, { action: 'cancel' })).toMatchObject({
      text: 'Not booked: seat cancel',
      booked: [],
    });
  });

  test('an invalid answer is asked for again, with the reason', async () => {
    const { text, asked, booked } = await book('Cid', flight, seat('over the wing'), seat('3F'));
    expect(asked).toEqual([
      'Which flight?',
      'Which seat on AB1?',
      'Which seat on AB1?\n(The last answer was not valid: seat: a row and a letter, such as 12A)',
    ]);
    expect(text).toBe('Booked AB1 3F for Cid');
    expect(booked).toEqual(['AB1 3F for Cid']);
  });
});
