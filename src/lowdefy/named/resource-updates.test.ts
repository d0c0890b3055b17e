import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NamedResource } from './named-resource.ts';
import { ResourceUpdates } from './resource-updates.ts';

const BASE = 'lowdefy://invoices/data';

function resource(more: Partial<NamedResource> = {}, isPublic = true): NamedResource {
  const query = { auth: { public: isPublic } } as NamedResource['query'];
  return {
    name: 'data',
    pageId: 'invoices',
    description: '',
    query,
    parameters: [],
    connections: ['db'],
    ...more,
  };
}

let heard: [string, string | undefined][];
let updates: ResourceUpdates;
beforeEach(() => {
  vi.useFakeTimers();
  heard = [];
  updates = new ResourceUpdates();
  updates.notify = {
    toolsChanged() {},
    promptsChanged() {},
    resourcesChanged() {},
    resourceUpdated: (uri, options) => void heard.push([uri, options?.userId]),
  };
});
afterEach(() => {
  updates.close();
  vi.useRealTimers();
});

test('a write to its connection updates a resource, with the addresses that were read', () => {
  updates.know('app', new Map([[BASE, resource()]]));
  updates.seen(`${BASE}?id=3`, BASE);
  updates.written('app', ['other']);
  updates.written('another app', ['db']);
  expect(heard).toEqual([]);
  updates.written('app', ['db', 'other']);
  expect(heard).toEqual([
    [BASE, undefined],
    [`${BASE}?id=3`, undefined],
  ]);
});

test('those who may not open the page hear nothing', () => {
  updates.know('app', new Map([[BASE, resource({}, false)]]));
  updates.allow('ann', BASE, true);
  updates.allow('ben', BASE, false);
  updates.allow('eve', BASE, true);
  updates.allow('eve', BASE, false);
  updates.written('app', ['db']);
  expect(heard).toEqual([[BASE, 'ann']]);
});

test('it is refreshed as often as it says now, and no longer when it is closed', () => {
  updates.know('app', new Map([[BASE, resource({ refreshMs: 1000 })]]));
  updates.know('app', new Map([[BASE, resource({ refreshMs: 1000 })]]));
  vi.advanceTimersByTime(2000);
  expect(heard).toHaveLength(2);
  updates.know('app', new Map([[BASE, resource({ refreshMs: 5000 })]]));
  vi.advanceTimersByTime(4999);
  expect(heard).toHaveLength(2);
  updates.know('app', new Map());
  vi.advanceTimersByTime(60_000);
  expect(heard).toHaveLength(2);
});
