import { expect, test } from 'vitest';
import { pageHtml as html } from '../../../test/fixtures/page-html.tsx';
import type { ViewNode } from '../../view/view-node.ts';

const words = (text: string) =>
  [...text.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(
    ([, facts, word]) => `${facts?.includes('disabled=""') ? '-' : ''}${word}`,
  );

const message = (id: string, role: string, parts: ViewNode['parts']): ViewNode => ({
  tag: 'container',
  id,
  type: 'Message',
  attributes: { role, from: role === 'user' ? 'You' : 'Helper' },
  parts: parts ?? [],
});

const chat = (given: Partial<ViewNode>): ViewNode => ({
  tag: 'container',
  id: 'chat',
  type: 'AgentChat',
  ...given,
});

test('a tool that asks first is approved or rejected here, with what it would do', () => {
  const tool = { name: 'delete_item', status: 'waits', input: { id: 7 }, approval: 'a1' };
  const shown = html(
    chat({
      attributes: { status: 'waiting for approval' },
      children: [message('m', 'assistant', [{ kind: 'fact', fact: 'tool', value: tool }])],
    }),
  );
  expect(words(shown)).toEqual(['Approve', 'Reject', '-Send']);
  expect(shown).toContain('delete_item');
  expect(shown).toContain('&quot;id&quot;: 7');
  const done = { name: 'add', status: 'done', output: '<img src=x onerror=alert(1)>' };
  const other = html(
    chat({
      children: [message('m', 'assistant', [{ kind: 'fact', fact: 'tool', value: done }])],
    }),
  );
  expect(words(other)).toEqual(['-Send']);
  expect(other).not.toContain('<img');
});

test('messages have the buttons that the app gives them, and only own ones can be edited', () => {
  const shown = html(
    chat({
      events: ['onUserMessage', 'onRegenerate', 'onFeedback', 'onEditMessage'],
      children: [
        message('m1', 'user', [{ kind: 'text', text: 'Hi' }]),
        message('m2', 'assistant', [{ kind: 'text', text: 'Hello' }]),
      ],
      parts: [
        { kind: 'fact', fact: 'suggestions', value: [{ label: 'Go on' }] },
        { kind: 'fact', fact: 'switch', value: { key: 'deep', label: 'Think', checked: true } },
        { kind: 'fact', fact: 'sendMessage', value: { event: 'onUserMessage', payload: { text: 'Say it' } } },
      ],
    }),
  );
  expect(words(shown)).toEqual(['Edit', 'Regenerate', 'Good answer', 'Bad answer', 'Go on', 'Send']);
  expect(shown).toContain('placeholder="Say it"');
  expect(shown).not.toContain('To send');
  expect(shown).toMatch(/checkbox" checked=""/);
});

test('conversations are buttons, and those that are disabled cannot be opened', () => {
  const options = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second' },
  ];
  const shown = html({
    tag: 'container',
    id: 'list',
    type: 'AgentConversations',
    events: ['onNew', 'onSelect', 'onMenuClick'],
    parts: [
      { kind: 'options', options, total: 2 },
      { kind: 'fact', fact: 'disabledOptions', value: ['b'] },
      { kind: 'fact', fact: 'openConversation', value: 'a' },
      { kind: 'fact', fact: 'newConversation', value: 'New Chat' },
      { kind: 'fact', fact: 'conversationMenu', value: [{ action: 'rename', label: 'Rename' }] },
    ],
  });
  expect(words(shown)).toEqual(['New Chat', 'First', 'Rename', '-Second']);
  expect(shown).toContain('aria-current="true"');
});
