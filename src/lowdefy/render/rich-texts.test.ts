import { expect, test } from 'vitest';
import { show } from '../../../test/fixtures/show-block.ts';

const editor = { category: 'input' as const, methods: ['clear', 'setContent', 'focus'] };

test('a text editor shows its text as markdown, whatever else its value contains', () => {
  const value = { html: '<p>One <strong>two</strong></p>', markdown: 'something else', text: null };
  expect(show('TiptapInput', { ...editor, value, properties: { title: 'Notes' } })).toBe(
    '<input id="tiptapInput" type="TiptapInput" format="markdown">\nNotes\nCurrent value: "One **two**"\n</input>',
  );
});

test.each([null, {}, { html: null }, { html: '' }, { html: '<p></p>' }, { html: 5 }, 'text'])(
  'an editor with the value %j is empty',
  (value) => {
    expect(show('TiptapInput', { ...editor, value })).toContain('Current value: null');
  },
);

test('mentionable names and uploaded files are listed', () => {
  const options = [...Array.from({ length: 60 }, (_, i) => ({ label: `P${i}` })), 'all'];
  const shown = show('TiptapMentionInput', {
    ...editor,
    properties: { mentions: { char: '#', options } },
    value: { html: '<p>x</p>', fileList: [{ name: 'a.png', url: 'https://x.y/a.png' }] },
  });
  expect(shown).toContain('Can mention: ["#P0","#P1"');
  expect(shown).not.toContain('#P50');
  expect(shown).toContain('Files: ["a.png"]');
});
