import { expect, test } from 'vitest';
import { block, CATEGORIES } from '../../../test/fixtures/show-block.ts';
import type { McpOutput } from '../app/app.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { outputOfBlock, outputsIn } from './block-output.ts';

function outputOf(type: string, given: Partial<BlockSnapshot> = {}) {
  return outputOfBlock(block(type, given), { mcpOutputs: {}, warnings: new Set() });
}

const NEWER = ['AgentChat', 'AgentConversations', 'DiffGit', 'DiffList', 'DiffSideBySide', 'DiffTimeline'];
const MORE = ['DropdownButton', 'FloatButton', 'QRCode', 'Search', 'Steps', 'Table', 'Throw', 'Tour'];

test.each([...CATEGORIES.keys(), ...NEWER, ...MORE])(
  '%s never returns its properties as they are',
  (type) => {
    const output = outputOf(type, { properties: { style: { color: 'red' } } });
    expect(JSON.stringify(output) ?? '').not.toContain('red');
  },
);

test('a grid is its rows, by field, as data', () => {
  const paidAt = new Date('2026-01-31T00:00:00Z');
  const properties = {
    columnDefs: [
      { field: 'total', headerName: 'Sum', valueFormatter: ({ value }: { value: number }) => `€ ${value}` },
      { headerName: 'Money', children: [{ field: 'paid.at' }, { field: 'secret', hide: true }] },
      { headerName: 'Net', valueGetter: ({ data }: { data: { total: number } }) => data.total - 1 },
    ],
    rowData: [{ id: 7, total: 12.5, paid: { at: paidAt }, secret: 'x', big: 5n }],
  };
  expect(outputOf('AgGridAlpine', { properties })).toEqual({
    columns: { total: 'Sum' },
    rows: [{ id: 7, total: 12.5, 'paid.at': '2026-01-31T00:00:00.000Z', Net: 11.5 }],
    total: 1,
  });
});

test('a grid that is an input has its value', () => {
  expect(outputOf('AgGridInputAlpine', { value: [{ a: 1 }] })).toEqual({ rows: [{ a: 1 }], total: 1 });
});

test('statistics, descriptions and messages', () => {
  expect(
    outputOf('Statistic', { properties: { title: 'Open', value: 12, suffix: '€', prefix: '' } }),
  ).toEqual({ title: 'Open', value: 12, suffix: '€' });
  expect(outputOf('Statistic', { properties: { title: 'Open' } })).toEqual({ title: 'Open', value: 0 });
  const items = [
    { key: 'Name', value: '<b>Ann</b>' },
    { label: 'Age', value: 5 },
  ];
  expect(outputOf('Descriptions', { properties: { title: 'Who', items } })).toEqual({
    title: 'Who',
    items: { Name: 'Ann', Age: 5 },
  });
  expect(outputOf('Descriptions', { properties: { items: { a: 1 } } })).toEqual({ items: { a: 1 } });
  expect(outputOf('Alert', { properties: { message: 'Late', type: 'error' } })).toEqual({
    status: 'error',
    message: 'Late',
  });
});

test('a chart is its series', () => {
  const option = {
    title: { text: 'Sales' },
    xAxis: { type: 'category', data: ['Jan', { value: 'Feb' }] },
    series: [{ type: 'bar', name: 'Net', data: [1, { value: 2, itemStyle: { color: 'red' } }] }],
  };
  expect(outputOf('EChart', { properties: { option } })).toEqual({
    title: 'Sales',
    categories: ['Jan', 'Feb'],
    series: [{ name: 'Net', type: 'bar', data: [1, 2] }],
  });
  const pie = { series: { type: 'pie', data: [{ name: 'a', value: 1 }] } };
  expect(outputOf('EChart', { properties: { option: pie } })).toEqual({
    series: [{ type: 'pie', data: [{ name: 'a', value: 1 }] }],
  });
  const dataset = { source: [{ month: 'Jan', net: 1 }] };
  expect(outputOf('EChart', { properties: { option: { dataset, series: [{ type: 'bar' }] } } })).toEqual({
    rows: [{ month: 'Jan', net: 1 }],
    series: [{ type: 'bar' }],
  });
});

test('a list is its items, by the ids of their blocks', () => {
  const item = (index: number) => ({
    content: [
      block('Title', { blockId: `tasks.${index}.name`, properties: { content: `Task ${index}` } }),
      block('Button', { blockId: `tasks.${index}.open` }),
    ],
  });
  expect(outputOf('List', { blockId: 'tasks', items: [item(0), item(1)] })).toEqual({
    rows: [{ name: 'Task 0' }, { name: 'Task 1' }],
    total: 2,
  });
});

test('a password is not returned', () => {
  expect(outputOf('PasswordInput', { value: 'hunter2' })).toBeUndefined();
  expect(outputOf('TextInput', { value: 'hunter2', properties: { type: 'password' } })).toBeUndefined();
  expect(outputOf('TextInput', { value: 'Ann' })).toBe('Ann');
});

test('a page is what its blocks show, without what is closed', () => {
  const areas = {
    content: [
      block('Card', { areas: { content: [block('Tag', { properties: { title: 'paid' } })] } }),
      block('Modal', {
        ui: { open: false },
        areas: { content: [block('Title', { properties: { content: 'hidden' } })] },
      }),
      block('Divider', { properties: { title: 'or' } }),
    ],
  };
  expect(outputsIn(areas, { mcpOutputs: {}, warnings: new Set() })).toEqual({ tag: 'paid' });
});

test('a plugin says what its block shows', () => {
  const mcpOutputs = { Gauge: ({ properties }: { properties: Record<string, unknown> }) => properties.at };
  const gauge = block('Gauge', { properties: { at: new Date(0) } });
  expect(outputOfBlock(gauge, { mcpOutputs, warnings: new Set() })).toBe('1970-01-01T00:00:00.000Z');
});

test.each([
  ['throws', () => fail('no needle'), 'no needle'],
  ['returns nothing', () => undefined, 'it returned no data.'],
  ['returns a function', () => () => 1, 'it returned no data.'],
  ['returns a promise', async () => 1, 'it returned a promise.'],
])('a plugin that %s gets a warning and the standard output', (_, run, why) => {
  const warnings = new Set<string>();
  const Gauge: McpOutput = Object.assign(() => run() as unknown, { plugin: 'gauges' });
  const gauge = block('Gauge', { blockId: 'speed', properties: { at: 5 } });
  expect(outputOfBlock(gauge, { mcpOutputs: { Gauge }, warnings })).toEqual({ at: 5 });
  expect([...warnings]).toEqual([
    `mcpOutput of block type Gauge (gauges) at "speed" failed, so the standard output is used: ${why}`,
  ]);
});

function fail(why: string): never {
  throw new Error(why);
}
