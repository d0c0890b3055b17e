import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { extractModelContext, stripModelContext } from '../../../src/ask/client.ts';
import {
  type CallResult,
  type ClientOptions,
  type Library,
  openClient,
  type Question,
  type Reply,
  type Via,
} from '../client-legs.ts';
import { createCleanup, eventually } from '../harness.ts';
import { copyFlights, openCalls, type Ticket, ticketsIn } from './flights.ts';

const LIBRARIES: Library[] = ['2.x auto', '2.x legacy', '1.x'];
const LEGS = LIBRARIES.flatMap((library) =>
  (['stdio', 'http', 'sse'] as const).map((via): [Library, Via] => [library, via]),
);
const TRIP = { from: 'New York', destination: 'Lisbon' };
const SEAT: Reply = { action: 'accept', content: { row: 12, seat: 'a' } };

type ToReply = (question: Question) => Reply | Promise<Reply>;

const textOf = (result: CallResult, block = 0) => result.content[block]?.text ?? '';
const flightsOf = (question: Question) => extractModelContext(question).flights as { id: string }[];
const pickFirst = (question: Question): Reply => ({
  action: 'accept',
  content: { flightId: flightsOf(question)[0]?.id ?? '' },
});

describe.each(LEGS)('client %s over %s', (library, via) => {
  const cleanup = createCleanup();
  afterEach(cleanup.run);

  /** One server and client for tests that only need forms; each has its own replies. */
  const forAll = createCleanup();
  const formReplies: ToReply[] = [];
  let forms: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    forms = await open(formReplies, {}, forAll);
  });
  afterAll(forAll.run);

  function useForms(replies: ToReply[] = []) {
    formReplies.splice(0, Infinity, ...replies);
    forms.questions.splice(0);
    return { ...forms, before: ticketsIn(forms.client.dir).length };
  }

  async function open(replies: ToReply[], options: ClientOptions = {}, until = cleanup) {
    const questions: Question[] = [];
    const client = await openClient(
      until,
      library,
      via,
      (question) => {
        questions.push(question);
        const reply = replies.shift();
        if (!reply) throw new Error(`asked once too often: ${question.message}`);
        return reply(question);
      },
      { prepare: copyFlights, ...options },
    );
    return { client, questions, book: () => client.call('book_flight', TRIP) };
  }

  test("is asked in forms, with the question's context, and gets its ticket", async () => {
    const { client, questions, book, before } = useForms([pickFirst, () => SEAT]);
    const result = await book();
    expect(result.isError ?? false, textOf(result)).toBe(false);
    const ticket = JSON.parse(textOf(result)) as Ticket;
    expect(ticket).toEqual({
      ticketNumber: expect.stringMatching(/^TKT-\d{8}$/),
      flight: expect.objectContaining({ id: expect.any(String), airline: expect.any(String) }),
      seat: '12A',
      price: expect.any(Number),
      tip: expect.stringContaining('Scripted answer'),
    });
    expect(ticketsIn(client.dir).slice(before)).toMatchObject([
      { ticketNumber: ticket.ticketNumber, flight: ticket.flight.id },
    ]);
    const [flight, seat] = questions;
    expect(stripModelContext(flight?.message ?? '')).toMatch(
      /^Select a flight from New York to Lisbon: SkyHigh SH-/,
    );
    expect(flight?.requestedSchema).toMatchObject({
      properties: { flightId: { type: 'string', description: expect.any(String) } },
      required: ['flightId'],
    });
    expect(flightsOf(flight as Question)).toHaveLength(3);
    expect(extractModelContext(seat as Question).seatMap).toMatchObject({ rows: 30 });
  });

  test('declines and cancels at either question, and nothing is booked', async () => {
    const { client, book, before } = useForms([
      () => ({ action: 'decline' }),
      pickFirst,
      () => ({ action: 'cancel' }),
    ]);
    expect(JSON.parse(textOf(await book()))).toEqual({
      booked: false,
      because: 'The flight was not chosen (decline).',
    });
    expect(JSON.parse(textOf(await book()))).toEqual({
      booked: false,
      because: 'The seat was not chosen (cancel).',
    });
    expect(ticketsIn(client.dir)).toHaveLength(before);
  });

  test('is asked again, with the reason, if an answer is invalid', async () => {
    const { questions, book } = useForms([
      () => ({ action: 'accept', content: { flightId: 'ZZ-1' } }),
      pickFirst,
      () => ({ action: 'accept', content: { row: 12, seat: 'window' } }),
      () => SEAT,
    ]);
    expect(JSON.parse(textOf(await book()))).toMatchObject({ seat: '12A' });
    expect(stripModelContext(questions[1]?.message ?? '')).toMatch(
      /^There is no flight ZZ-1\. Select a flight/,
    );
    expect(stripModelContext(questions[3]?.message ?? '')).toContain(
      '(The last answer was not valid: seat: one letter)',
    );
  });

  test('that shows no questions gets a link, and the result from ask_result', async () => {
    const { client, book } = await open([], { capabilities: {} });
    const asked = await book();
    const waiting = JSON.parse(textOf(asked)) as { askId: string; url: string };
    expect(waiting).toEqual({
      status: 'waiting',
      askId: expect.stringMatching(/^ask_[0-9a-z]{26}-1$/),
      url: expect.stringMatching(new RegExp(`^http://localhost:\\d+/asks/${waiting.askId}$`)),
      message: expect.stringMatching(/^Select a flight from New York to Lisbon/),
    });
    expect(textOf(asked, 1)).toContain(`call ask_result with askId "${waiting.askId}"`);
    const { askId } = waiting;
    const still = await client.call('ask_result', { askId });
    expect(still.structuredContent).toMatchObject({ status: 'waiting', askId });

    const page = openCalls(cleanup, client.dir);
    const flight = String((await page.open())[0]?.message.match(/[A-Z]{2}-\d+/)?.[0]);
    const following = client.call('ask_result', { askId, waitSeconds: 50 });
    await page.answer(askId, { flightId: flight });
    const next = (await following).structuredContent as { askId: string };
    expect(next).toMatchObject({ status: 'waiting', message: expect.stringMatching(/^Select your seat/) });
    expect(next.askId).toMatch(/-2$/);
    await page.answer(next.askId, { row: 12, seat: 'A' });
    // By the id of the first question: it follows the call.
    const done = await eventually('the end', async () => {
      const { structuredContent } = await client.call('ask_result', { askId, waitSeconds: 50 });
      return (structuredContent as { status: string }).status === 'waiting' ? undefined : structuredContent;
    });
    expect(done).toMatchObject({ status: 'done', result: { seat: '12A', flight: { id: flight } } });
    expect(ticketsIn(client.dir)).toHaveLength(1);
  });

  test('that opens links is sent to the page of a tool with a plugin', async () => {
    const { client, questions, book } = await open(
      [
        async ({ url = '' }) => {
          const page = openCalls(cleanup, client.dir);
          const [question] = await page.open();
          const flightId = String(question?.message.match(/[A-Z]{2}-\d+/)?.[0]);
          await page.answer(url.split('/').at(-1) ?? '', { flightId });
          return { action: 'accept' };
        },
        () => ({ action: 'decline' }),
      ],
      {
        prepare: (dir) => copyFlights(dir, { plugin: true }),
        capabilities: { elicitation: { form: {}, url: {} } },
      },
    );
    expect(JSON.parse(textOf(await book()))).toMatchObject({ because: 'The seat was not chosen (decline).' });
    expect(
      questions.map(({ mode, url }) => [mode, url?.replace(/\d+\/asks\/ask_\w+/, 'P/asks/ask_X')]),
    ).toEqual([
      ['url', 'http://localhost:P/asks/ask_X-1'],
      ['url', 'http://localhost:P/asks/ask_X-2'],
    ]);
  });

  test('lends its model if none is configured; without either the error says what to do', async () => {
    const asked: unknown[] = [];
    const prepare = (dir: string) => copyFlights(dir, { model: false });
    const lending = await open([pickFirst, () => SEAT], {
      prepare,
      capabilities: { elicitation: { form: {} }, sampling: {} },
      onSample: (params) => {
        asked.push(params);
        return 'take a tram';
      },
    });
    expect(JSON.parse(textOf(await lending.book()))).toMatchObject({ seat: '12A', tip: 'take a tram' });
    expect(asked).toMatchObject([
      {
        maxTokens: 200,
        messages: [{ role: 'user', content: { type: 'text', text: expect.stringContaining('Lisbon') } }],
      },
    ]);
    const without = await open([pickFirst, () => SEAT], { prepare });
    const failed = await without.book();
    expect(failed.isError).toBe(true);
    expect(textOf(failed)).toMatch(
      /^Tool "book_flight" asks a model, and none is configured\. Add a model\.ts/,
    );
    expect(ticketsIn(without.client.dir)).toEqual([]);
  });

  test('lists the tools of the folder', async () => {
    const { client } = useForms();
    const tools = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['book_flight', 'ask_result']));
    expect(tools.find(({ name }) => name === 'book_flight')).toMatchObject({
      title: 'Book flight',
      inputSchema: { required: ['from', 'destination'], additionalProperties: false },
    });
  });
});
