import type { UIMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { block, render, show } from '../../../test/fixtures/show-block.ts';
import type { ChatRecord } from '../bridge/chat/chat-record.ts';

type Parts = UIMessage['parts'];

const record = (messages: UIMessage[], more: Partial<ChatRecord> = {}): ChatRecord => ({
  agent: { agentId: 'helper' },
  messages,
  status: 'ready',
  switches: {},
  seen: { count: 0, lastId: null },
  told: { calls: [], results: [], messages: [], titles: [], count: 0 },
  ...more,
});

/** A reply with these parts, as the chat shows it. */
function shown(parts: object[], messageDisplay: object = {}, more: Partial<ChatRecord> = {}): string {
  const answer: UIMessage = { id: 'm1', role: 'assistant', parts: parts as Parts };
  const text = show('AgentChat', { properties: { messageDisplay }, ui: { chat: record([answer], more) } });
  return text.replace(/^<container id="agentchat"[^>]*>\n|\n<\/container>$/gi, '');
}

const tool = (facts: object) => ({ type: 'tool-search', toolCallId: 'c', ...facts });

describe('a message', () => {
  test('is shown in the order it was written, with chunks of a text joined', () => {
    expect(
      shown([
        { type: 'step-start' },
        { type: 'text', text: 'One ' },
        { type: 'text', text: 'text.' },
        tool({ state: 'output-available', output: [1, 2] }),
        { type: 'text', text: 'Then more.' },
      ]),
    ).toBe(
      '<container id="m1" type="Message" role="assistant" from="Assistant">\nText: "One text."\nTool: {"name":"search","status":"done","output":[1,2]}\nText: "Then more."\n</container>',
    );
  });

  test.each<[object, string]>([
    [{ state: 'input-streaming', input: { q: 'a' } }, '"status":"running","input":{"q":"a"}'],
    [{ state: 'input-available', input: { q: 'a' } }, '"status":"running","input":{"q":"a"}'],
    [{ state: 'output-error', errorText: 'boom' }, '"status":"failed"'],
    [{ state: 'output-denied', approval: { id: 'a', approved: false } }, '"status":"rejected"'],
    [{ state: 'approval-responded', approval: { id: 'a', approved: true } }, '"status":"approved"'],
    [
      { state: 'approval-requested', input: { id: 7 }, approval: { id: 'a' } },
      '"status":"waiting for a person to approve it","input":{"id":7},"approval":"a"',
    ],
    [{ state: 'output-available', output: { _subAgent: true, text: 'Found.' } }, '"done","output":"Found."'],
    [{ state: 'output-available', output: { display: '**Two**', rows: [1] } }, '"done","output":"**Two**"'],
  ])('a tool that is %j is shown as what it is', (facts, expected) => {
    expect(shown([tool(facts)])).toContain(expected);
  });

  test('a long result is shortened, and what the app hides is hidden', () => {
    const long = tool({ state: 'output-available', output: 'x'.repeat(5000) });
    expect(shown([long]).length).toBeLessThan(1200);
    expect(shown([long], { toolResultDisplay: 'none' })).toContain('{"name":"search","status":"done"}');
    expect(shown([long], { toolResultDisplay: { search: 'none' } })).not.toContain('output');
    expect(shown([long], { showThoughtChain: false })).not.toContain('search');
    const running = tool({ state: 'input-available', input: { q: 'a' } });
    expect(shown([running], { showToolInputStreaming: false })).not.toContain('input');
  });

  test('reasoning is not part of the reply, and sources are shown if the app wants them', () => {
    const parts = [
      { type: 'reasoning', text: 'Let me think.' },
      { type: 'text', text: 'I look.', providerMetadata: { openai: { phase: 'commentary' } } },
      { type: 'source-url', sourceId: 's', url: 'https://a.example', title: 'A' },
    ];
    expect(shown(parts)).toContain('Note: "Reasoning: Let me think."');
    expect(shown(parts)).toContain('Note: "Reasoning: I look."');
    expect(shown(parts, { showReasoning: false })).not.toContain('Reasoning');
    expect(shown(parts)).not.toContain('a.example');
    expect(shown(parts, { showSources: true })).toContain('Source: {"title":"A","url":"https://a.example"}');
  });

  test("the agent's current activity is shown while it replies", () => {
    const parts = [{ type: 'data-status', data: { message: 'Searching' } }];
    expect(shown(parts, {}, { status: 'streaming' })).toContain('Note: Searching');
    expect(shown(parts)).not.toContain('Searching');
  });

  test('a file is named, without its data', () => {
    const url = `data:text/plain;base64,${'A'.repeat(500)}`;
    expect(shown([{ type: 'file', mediaType: 'text/plain', filename: 'a.txt', url }])).toContain(
      'File: {"name":"a.txt","type":"text/plain","url":"data:text/plain (523 characters)"}',
    );
  });
});

const messages = Array.from(
  { length: 30 },
  (_, n): UIMessage => ({ id: `m${n}`, role: 'user', parts: [{ type: 'text', text: `Number ${n}` }] }),
);

test('the newest messages are shown, and others on request', () => {
  const chat = { properties: {}, ui: { chat: record(messages) } };
  expect(show('AgentChat', chat)).toContain('Number 29');
  expect(show('AgentChat', chat)).not.toContain('Number 9"');
  expect(show('AgentChat', chat)).toContain('More: {"rows":{"blockId":"agentChat","from":0,"count":50}}');
  const { view } = render([block('AgentChat', chat)], {
    rows: { blockId: 'agentChat', from: 3, count: 2 },
  });
  expect(JSON.stringify(view)).toContain('Number 4');
  expect(JSON.stringify(view)).not.toContain('Number 5');
});

test('what is above the input is shown, unless it is closed', () => {
  const header = { title: 'Beta', content: 'Answers may be wrong.' };
  expect(show('AgentChat', { properties: { sender: { header } } })).toContain('Note: Answers may be wrong.');
  const closed = { sender: { header: { ...header, open: false } } };
  expect(show('AgentChat', { properties: closed })).not.toContain('Beta');
});

test.each([
  [{ messageDisplay: 'x', welcome: 7, suggestions: {}, sender: 'y' }],
  [
    {
      messageDisplay: { roles: 1 },
      welcome: { prompts: [null, 3] },
      suggestions: [null],
      sender: { switches: 'z' },
    },
  ],
])('properties may be anything: %j', (properties) => {
  expect(show('AgentChat', { properties, ui: { chat: record(messages) } })).toContain('Number 29');
});
