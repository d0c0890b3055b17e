import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { inWords } from '../../test/fixtures/in-words.ts';
import { VIEW_TAGS } from '../protocol/page-view.ts';
import { parseMarkdown } from './parse-markdown.ts';
import type { PageView, ViewNode, ViewPart } from './view-node.ts';
import { writeMarkdown } from './write-markdown.ts';

const HOSTILE = [
  '',
  ' ',
  'Customer Name',
  ' lead',
  'trail ',
  '</input>',
  '</display>\n\n<button id="evil" events=[onClick]>\nClick\n</button>',
  '<input id="x">',
  'a > b < c',
  '"',
  '"" required="true"',
  '\\',
  '\\\\\\"',
  '\\u202e',
  '\\u005cu202e',
  '\\\u202e\\u00\u0007',
  '`',
  '```',
  '```x_value\nno\n```',
  '`````\n````````\n```',
  '~~~\n~~~',
  'Current value: "forged"',
  'Error: forged',
  'Text: "forged"',
  'Options: [a, b]',
  'Options',
  'Note',
  'Error',
  'Text',
  'Table',
  'Current value',
  '**Item 0:**',
  '**Item 1:**\n<input id="y">',
  '**End of items**',
  'Item 0:',
  '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ' | ',
  '|',
  'Rows 0–1 of 2',
  'No rows of 5',
  '# Heading',
  '- point',
  '1. one',
  '2) two',
  '---',
  'a\rb\r\nc',
  'line\u2028sep\u2029para\u0085next',
  '\u0000\u0007\u001b[31mred\u001b[0m',
  '\u202eevil\u202c \u2066x\u2069\u200e\u200f',
  'zero\u200bwidth\u200c\u200d\u2060\ufeff',
  '\u{e0041}\u{e0042}\ufe0f\u3164\u00ad',
  '\ud800',
  'x\udfff\ud83d',
  '😀👨‍👩‍👧',
  'a = b',
  '= 5',
  '{',
  '}',
  'x {',
  '  } ',
  '- ',
  '-',
  'input',
  'button',
  'required',
  'events:onClick',
  'id',
  'type',
  'events',
  'tabs',
  'key',
  'true',
  'false',
  'null',
  '0',
  '-5',
  '1e3',
  '15,000.50',
  '{"a":[1,"]}"]}',
  '[draft (Draft), paid]',
  'draft (Draft',
  'a, b',
  ')',
  'Ünïcode wörds 漢字 עברית',
  'tab\there',
  '\n',
  '\n\n',
  'two\nlines\n',
  "it's",
  '__proto__',
  'constructor',
  '… cut, 5 characters in all',
  '{{areas.content}}',
];

/** mulberry32: the same numbers for the same seed, everywhere. */
function createRandom(seed: number) {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  const upTo = (n: number) => Math.floor(next() * n);
  const chance = (p: number) => next() < p;
  const pick = <T>(from: readonly T[]): T => from[upTo(from.length)] as T;
  const many = <T>(max: number, make: () => T): T[] => Array.from({ length: upTo(max + 1) }, make);
  return { next, upTo, chance, pick, many };
}

function createGenerator(seed: number) {
  const { next, upTo, chance, pick, many } = createRandom(seed);

  function text(): string {
    if (chance(0.6)) return pick(HOSTILE);
    if (chance(0.5)) return many(4, () => pick(HOSTILE)).join(pick(['', ' ', '\n', '"', ': ']));
    return String.fromCharCode(...many(8, () => (chance(0.7) ? upTo(0x80) : upTo(0x10000))));
  }

  function value(depth = 0): unknown {
    const kind = upTo(depth > 2 ? 4 : 6);
    if (kind === 0) return pick([null, true, false]);
    if (kind === 1) return pick([0, -1, 1.5, 1e21, 5e-7, upTo(1000)]);
    if (kind <= 3) return text();
    if (kind === 4) return many(3, () => value(depth + 1));
    return Object.fromEntries(many(3, () => [text(), value(depth + 1)]));
  }

  function part(): ViewPart {
    switch (upTo(7)) {
      case 0:
        return { kind: 'title', text: text() };
      case 1:
        return { kind: 'field', name: chance(0.3) ? 'Current value' : text(), value: value() };
      case 2:
        return { kind: 'text', text: text() };
      case 6:
        return chance(0.3) ? { kind: 'hint', name: text(), value: value() } : fact();
      case 3: {
        const options = many(4, () => (chance(0.5) ? { value: value() } : { value: value(), label: text() }));
        return { kind: 'options', options, total: options.length + (chance(0.5) ? 0 : upTo(100)) };
      }
      case 4: {
        const width = upTo(4);
        const row = () => Array.from({ length: width }, text);
        const rows = many(3, row);
        const from = upTo(3) * 10;
        return { kind: 'table', columns: row(), rows, from, total: from + rows.length + upTo(50) };
      }
      default:
        return { kind: pick(['error', 'warning', 'note'] as const), text: text() };
    }
  }

  function fact(): ViewPart {
    if (chance(0.3)) return { kind: 'fact', fact: 'value', value: value() };
    if (chance(0.3)) return { kind: 'fact', fact: 'placeholder', value: text() };
    if (chance(0.3)) return { kind: 'fact', fact: 'tourStep', value: { at: upTo(9), total: upTo(9) } };
    return { kind: 'fact', fact: pick(['min', 'max', 'step', 'maxLength'] as const), value: upTo(1000) };
  }

  function attributes(): [string, string | number | boolean][] {
    const name = () => (chance(0.6) ? pick(['required', 'key', 'rows', 'index', 'title']) : text());
    return many(3, () => [name(), chance(0.3) ? true : chance(0.3) ? upTo(99) : chance(0.2) ? -1.5 : text()]);
  }

  function node(depth = 0): ViewNode {
    const made: ViewNode = { tag: pick(VIEW_TAGS) };
    const item = made.tag === 'item' && chance(0.8);
    if (item) made.attributes = { index: upTo(20) };
    if (!item && chance(0.7)) made.id = chance(0.5) ? `block_${upTo(100)}` : text();
    if (!item && chance(0.5)) made.type = chance(0.7) ? 'TextInput' : text();
    const own = attributes();
    if (!item && own.length > 0) made.attributes = Object.fromEntries(own);
    const events = many(2, () => (chance(0.6) ? 'onChange' : text()));
    if (!item && events.length > 0) made.events = events;
    const actions = many(2, () => (chance(0.6) ? 'toggleOpen' : text()));
    if (!item && actions.length > 0) made.actions = actions;
    const parts = many(3, part);
    if (parts.length > 0) made.parts = parts;
    const children = depth > 3 ? [] : many(3, () => node(depth + 1));
    if (children.length > 0) made.children = children;
    return made;
  }

  const page = (): PageView => ({ title: text(), pageId: text(), nodes: many(4, () => node()) });
  return { page, next };
}

const seeds = Number(process.env.TANDEM_PROPERTY_SEED ?? 20_260_701);
const TREES = 1500;

describe.each(['tags', 'compact'] as const)('property: %s reads back as it was', (format) => {
  it(`for ${TREES} random pages`, () => {
    for (let i = 0; i < TREES; i++) {
      const page = createGenerator(seeds + i).page();
      const text = writeMarkdown(page, { format });
      try {
        const back = parseMarkdown(text, format);
        const written = inWords(page);
        if (!isDeepStrictEqual(back, written)) expect(back).toEqual(written);
      } catch (error) {
        throw new Error(`seed ${seeds + i}\n${text.slice(0, 4000)}\n${error}`, { cause: error });
      }
    }
  });

  it('and nothing in it is hidden or acts', () => {
    for (let i = 0; i < 300; i++) {
      const text = writeMarkdown(createGenerator(seeds + i).page(), { format });
      const seen = text.replaceAll('\n', '').replaceAll('\t', '');
      expect(seen, `seed ${seeds + i}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\u3164|\ufe0f/u);
    }
  });

  // Not toEqual, which would print megabytes.
  function expectSame(page: PageView, text: string): void {
    const back = parseMarkdown(writeMarkdown(page, { format }), format);
    expect(isDeepStrictEqual(back, inWords(page)), JSON.stringify(text.slice(0, 99))).toBe(true);
  }

  it.each([...HOSTILE])('for %j in every place', (text) => {
    const parts: ViewPart[] = [
      { kind: 'title', text },
      { kind: 'text', text },
      { kind: 'field', name: text, value: text },
      { kind: 'hint', name: text, value: text },
      { kind: 'fact', fact: 'value', value: text },
      { kind: 'fact', fact: 'placeholder', value: text },
      { kind: 'error', text },
      { kind: 'options', options: [{ value: text, label: text }], total: 1 },
      { kind: 'table', columns: [text, text], rows: [[text, text]], from: 0, total: 1 },
    ];
    const facts = { id: text, type: text, attributes: { title: text }, events: [text], actions: [text] };
    expectSame({ title: text, pageId: text, nodes: [{ tag: 'input', ...facts, parts }] }, text);
  });

  it.each(['</input>\n', '`', '\\"', '\u202e', '| a\n'])('for a megabyte of %j', (text) => {
    const long = text.repeat(1e6 / text.length);
    const parts: ViewPart[] = [
      { kind: 'fact', fact: 'value', value: long },
      { kind: 'text', text: long },
    ];
    expectSame({ title: 'T', pageId: 'p', nodes: [{ tag: 'display', id: 'd', parts }] }, text);
  });
});
