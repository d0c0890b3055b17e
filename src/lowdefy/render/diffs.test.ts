import { describe, expect, it } from 'vitest';
import { block, render, show } from '../../../test/fixtures/show-block.ts';

/** Cells of the table, row by row. */
function rows(type: string, properties: Record<string, unknown>): string[][] {
  const [node] = render([block(type, { properties })]).view.nodes;
  return node?.parts?.flatMap((part) => (part.kind === 'table' ? part.rows : [])) ?? [];
}

const before = {
  customer: 'Ann',
  paid: false,
  lineItems: [
    { name: 'Tea', price: 3 },
    { name: 'Milk', price: 2 },
  ],
  address: { city: 'Bern', zip: '3000' },
};
const after = {
  customer: 'Ann',
  paid: true,
  lineItems: [{ name: 'Tea', price: 4 }],
  address: { city: 'Basel', zip: '3000', street: 'Spalenberg 1' },
};

describe('what changed, as a table', () => {
  it('has a row per value, with the label that people see', () => {
    expect(rows('DiffList', { before, after })).toEqual([
      ['Paid', 'Changed', 'false', 'true'],
      ['Line Item 1 › Price', 'Changed', '3', '4'],
      ['Line Item 2', 'Removed', '{"name":"Milk","price":2}', '—'],
      ['Address › City', 'Changed', 'Bern', 'Basel'],
      ['Address › Street', 'Added', '—', 'Spalenberg 1'],
    ]);
    expect(show('DiffList', { properties: { before, after, title: 'Invoice' } })).toContain(
      '<display id="diffList" type="DiffList" added="1" removed="1" changed="3">\nInvoice\n| Field | Change | Before | After |',
    );
  });

  it('says so if nothing changed', () => {
    expect(show('DiffTimeline', { properties: { before, after: before } })).toContain('Note: No changes');
    expect(show('DiffTimeline', { properties: { emptyText: 'All the same' } })).toContain(
      'Note: All the same',
    );
  });

  it('leaves out what the app hides, and includes what it wants shown', () => {
    const properties = { before, after, hide: ['lineItems.*', '*.street'] };
    const fields = (more = {}) => rows('DiffSideBySide', { ...properties, ...more }).map(([name]) => name);
    expect(fields()).toEqual(['Paid', 'Address › City']);
    expect(fields({ show: ['paid'] })).toEqual(['Paid']);
  });

  it("uses the app's labels, words and formats", () => {
    const shown = rows('DiffList', {
      before: { due: '2026-01-02T10:30:00', total: 1200, state: 'o', ok: true, tags: ['a'] },
      after: { due: '2026-02-03T09:05:00', total: 99.5, state: 'c', ok: null, tags: ['a', 'b'] },
      labels: { due: 'Due date', tags: 'Labels' },
      changeTypeLabels: { added: 'New' },
      format: {
        due: { type: 'datetime' },
        total: { type: 'currency', currency: 'EUR', locale: 'en-US' },
        state: { type: 'enum', map: { o: 'Open', c: { label: 'Closed' } } },
        ok: { type: 'boolean', yes: 'Ja', no: 'Nein' },
      },
    });
    expect(shown).toEqual([
      ['Due date', 'Changed', '2026-01-02 10:30', '2026-02-03 09:05'],
      ['Total', 'Changed', '€1,200.00', '€99.50'],
      ['State', 'Changed', 'Open', 'Closed'],
      ['Ok', 'Changed', 'Ja', '—'],
      ['Label 2', 'New', '—', 'b'],
    ]);
  });

  it('reports deep changes as one, and unchanged values only on request', () => {
    const deep = (n: number) => ({ a: { b: { c: { d: n } } }, same: 1 });
    const properties = { before: deep(1), after: deep(2), maxDepth: 2 };
    const changed = ['A › B', 'Changed', '{"c":{"d":1}}', '{"c":{"d":2}}'];
    expect(rows('DiffTimeline', properties)).toEqual([changed]);
    const all = rows('DiffTimeline', { ...properties, showUnchanged: true });
    expect(all).toEqual([changed, ['Same', 'Unchanged', '1', '1']]);
  });

  it('is limited, in rows and in the size of cells', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`field${i}`, i]));
    const shown = show('DiffList', {
      properties: { before: {}, after: { ...many, long: 'x'.repeat(5000) } },
    });
    expect(shown).toContain('added="501"');
    expect(shown).toContain('More: {"rows":{"blockId":"diffList","from":10,"count":50}}');
    const rows = { blockId: 'diffList', from: 495, count: 50 };
    const end = show(
      'DiffList',
      { properties: { before: {}, after: { ...many, long: 'x'.repeat(5000) } } },
      { rows },
    );
    expect(end).toContain('… (5000 characters)');
    expect(end.length).toBeLessThan(1500);
  });

  it('accepts any data', () => {
    for (const [one, other] of [
      [null, 5],
      ['a', []],
      [[1], { 0: 1 }],
      [new Date(0), new Date(1)],
    ])
      expect(show('DiffList', { properties: { before: one, after: other } })).toContain('type="DiffList"');
  });
});

describe('what changed, as lines', () => {
  it('marks removed and added lines, with context', () => {
    const shown = show('DiffGit', {
      properties: {
        before: { b: 1, a: { list: ['x', 'y'] } },
        after: { a: { list: ['x', 'z'] }, b: 1, c: true },
      },
    });
    expect(shown).toContain('<display id="diffGit" type="DiffGit" added="2" removed="1">');
    expect(shown).toContain('  a:\n    list:\n      - x\n-     - y\n+     - z\n  b: 1\n+ c: true');
  });

  it('collapses long unchanged parts, and is limited', () => {
    const list = Array.from({ length: 100 }, (_, i) => i);
    const shown = show('DiffGit', { properties: { before: { list }, after: { list: list.with(50, -1) } } });
    expect(shown).toContain('… 48 unchanged lines\n');
    expect(shown).toContain('… 46 unchanged lines');
    const whole = show('DiffGit', {
      properties: { before: null, after: Array.from({ length: 900 }, () => 'x') },
    });
    expect(whole).toContain('added="900"');
    expect(whole).toContain('Note: 700 more lines are left out');
  });

  it('says so if nothing changed, and omits what the app hides', () => {
    expect(show('DiffGit', { properties: { before: { a: 1 }, after: { a: 1 } } })).toContain(
      'Note: No changes',
    );
    const shown = show('DiffGit', {
      properties: { before: { a: { key: 'k1', b: 1 } }, after: { a: { key: 'k2', b: 2 } }, hide: ['*.key'] },
    });
    expect(shown).not.toContain('key');
    expect(shown).toContain('-   b: 1\n+   b: 2');
  });

  it('compares two long, entirely different texts quickly', () => {
    const lines = (word: string) => Array.from({ length: 5000 }, (_, i) => `${word} ${i}`);
    const shown = show('DiffGit', { properties: { before: lines('old'), after: lines('new') } });
    expect(shown).toContain('added="5000" removed="5000"');
  });
});
