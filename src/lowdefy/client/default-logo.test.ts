import { expect, test } from 'vitest';
import { defaultLogo } from './default-logo.ts';

test('the name of an app stands for its logo, in the colour of the theme', () => {
  const logo = defaultLogo('logo-dark-theme.png', 'my_invoices');
  expect(logo).toContain('>My invoices</text>');
  expect(logo).toContain('#ffffff');
  expect(defaultLogo('logo-light-theme.png', 'crm')).not.toContain('#ffffff');
});

test('on a phone it is the first letter', () => {
  expect(defaultLogo('logo-square-dark-theme.png', 'crm')).toContain('>C</text>');
});

test('a long name is written smaller, and is text', () => {
  expect(defaultLogo('logo-dark-theme.png', 'a<b&c'.repeat(10))).toMatch(/font-size="4".*>A&lt;b&amp;c/);
});

test('other files have no such picture', () => {
  expect(defaultLogo('photo.png', 'crm')).toBeUndefined();
  expect(defaultLogo('x/logo-dark-theme.png', 'crm')).toBeUndefined();
});
