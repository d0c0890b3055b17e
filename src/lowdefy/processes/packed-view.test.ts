import { expect, test } from 'vitest';
import type { PageView, ViewNode } from '../../view/view-node.ts';
import { packView, unpackView } from './packed-view.ts';

const input = (id: string, value = ''): ViewNode => ({
  tag: 'input',
  id,
  parts: [{ kind: 'fact', fact: 'value', value }],
});
const toView = (nodes: ViewNode[]): PageView => ({ title: 'Form', pageId: 'form', nodes });
const card = (children: ViewNode[]): ViewNode => ({ tag: 'container', id: 'card', children });
const item = (children: ViewNode[]): ViewNode => ({ tag: 'item', children });
const [a, b, c] = [input('a'), input('b'), input('c')];

/** What the other process has: the same by content. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value));

const changes: Record<string, [before: ViewNode[], after: ViewNode[]]> = {
  'a value': [[card([a, b])], [card([a, input('b', 'new')])]],
  'an added block': [[card([a])], [card([a, b]), c]],
  'a removed block': [[a, card([b, c])], [card([c])]],
  'the order': [
    [a, b, c],
    [c, a, b],
  ],
  'an item without an id': [
    [item([a]), item([b])],
    [item([a]), item([c])],
  ],
  'what is around a block': [[card([a])], [item([a])]],
  'two blocks with one id': [
    [card([a]), card([b])],
    [card([a]), card([b, c])],
  ],
  everything: [[a], [b]],
};

test.each(Object.entries(changes))('%s changes, and the rest is not sent', (_what, [before, after]) => {
  const there = sent(toView(before));
  const view = unpackView(sent(packView(toView(after), toView(before))), there);
  expect(view).toEqual(toView(after));
});

test('what is unchanged is the same object as before', () => {
  const there = sent(toView([a, card([b])]));
  const packed = sent(packView(toView([a, card([b, c])]), toView([a, card([b])])));
  expect(packed.nodes).toEqual([0, { tag: 'container', id: 'card', children: [0, c] }]);
  const { nodes } = unpackView(packed, there);
  expect(nodes[0]).toBe(there.nodes[0]);
  expect(nodes[1]?.children?.[0]).toBe(there.nodes[1]?.children?.[0]);
});

test('a number that stands for nothing is refused', () => {
  expect(() => unpackView({ title: 'Form', pageId: 'form', nodes: [3] }, toView([a]))).toThrow('node 3');
});
