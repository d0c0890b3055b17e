import { expect, test } from 'vitest';
import { block, render, show } from '../../../test/fixtures/show-block.ts';

test('an upload shows its files, its limits and how to add and remove one', () => {
  const value = { file: null, fileList: [{ name: 'a.txt', size: 5, type: 'text/plain', status: 'done' }] };
  const properties = { button: { title: 'Add' }, accept: '.txt', maxCount: 2 };
  const text = show('S3UploadButton', { value, properties, events: ['onRemove'] });
  for (const part of [
    'Add',
    '| a.txt | 5 | text/plain | done |',
    'Accepts: ".txt"',
    'Most files: 2',
    'To upload: {"type":"setValue","value":[{"name":"a.pdf","type":"application/pdf","base64":"…"}]}',
    'To remove: {"event":"onRemove","payload":{"index":0}}',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('Or by path');
});

test('if the app allows folders, paths are offered; a hidden list is not shown', () => {
  const hidden = {
    properties: { showUploadList: false, singleFile: true },
    value: { fileList: [{ name: 'a' }] },
  };
  const { text } = render([block('S3UploadPhoto', hidden)], { uploads: ['in'] });
  expect(text).toContain('Upload image');
  expect(text).toContain('Accepts: "image/*"');
  expect(text).toContain('"value":{"name":"a.png"');
  expect(text).toContain('Or by path: {"value":{"path":"in/…"}}');
  expect(text).not.toContain('| a |');
});

test('a download lists its files, by name or key', () => {
  const fileList = [{ key: 'x/1' }, { name: 'b.pdf', key: 'x/2' }];
  const text = show('S3Download', { properties: { fileList }, events: ['onDownload'] });
  expect(text).toContain('| x/1 |');
  expect(text).toContain('| b.pdf |');
  expect(text).toContain('To download: {"event":"onDownload","payload":{"index":0}}');
});
