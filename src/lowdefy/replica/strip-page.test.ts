import { expect, test } from 'vitest';
import { stripPage } from './strip-page.ts';

test('names of events stay; what they do, life-cycle events and requests do not reach the browser', () => {
  const page = {
    id: 'page:home',
    requests: [{ requestId: 'all', properties: { sql: 'select 1' } }],
    events: { onInit: { try: [{ type: 'Request', params: 'all' }] } },
    areas: {
      content: {
        gap: 8,
        blocks: [
          {
            blockId: 'save',
            properties: { title: 'Save' },
            events: { onClick: { try: [{ type: 'Request', params: 'secret_request' }] } },
          },
        ],
      },
    },
  };
  expect(stripPage(page)).toEqual({
    id: 'page:home',
    events: {},
    areas: {
      content: {
        gap: 8,
        blocks: [{ blockId: 'save', properties: { title: 'Save' }, events: { onClick: [] } }],
      },
    },
  });
});

test('arrays as newer builds write them are arrays', () => {
  const areas = { content: { blocks: { '~arr': [{ blockId: 'a' }], '~k': '1' } } };
  expect(stripPage({ areas })).toEqual({ areas: { content: { blocks: [{ blockId: 'a' }] } } });
});

test('the keys of an event stay', () => {
  const events = { onClick: { shortcut: 'mod+s', try: [{ type: 'Request', params: 'save' }] } };
  expect(stripPage({ events })).toEqual({ events: { onClick: { try: [], shortcut: 'mod+s' } } });
});
