import { expect, test } from 'vitest';
import { checkTemplate } from './check-template.ts';

test.each([
  '<template></template>',
  '  <!-- a <template> --><template id="x"><template></template></template ><!----> \n',
  '<TEMPLATE><p title="a"></p></Template>',
  '<template><!-- not closed </template>',
])('%j is a view', (html) => {
  expect(() => checkTemplate(html)).not.toThrow();
});

test.each([
  '',
  '<div></div>',
  '<template>',
  '<template></template><p></p>',
  '<template></template><template></template>',
  '<!-- <template></template> -->',
  '<template',
])('%j is not', (html) => {
  expect(() => checkTemplate(html)).toThrow('exactly one <template>');
});

// With a backtracking pattern, each of these takes minutes.
test.each(['<!--', '<template ', '</template '])('a megabyte of %j is checked at once', (piece) => {
  const html = `<template>${piece.repeat(1_000_000 / piece.length)}`;
  expect(() => checkTemplate(html)).toThrow('exactly one <template>');
});
