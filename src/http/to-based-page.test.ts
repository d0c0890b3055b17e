import { expect, test } from 'vitest';
import { toBasedPage } from './to-based-page.ts';

const BUILT =
  '<head><link href="data:,"><script src="./assets/a.js"></script></head><a href="/asks">All</a><a href="https://x/">Out</a>';

test('below a path, addresses of the page start with it, and its scripts can read it', () => {
  expect(toBasedPage(BUILT, '/my/tandem')).toBe(
    '<head><meta name="tandem-base" content="/my/tandem"><link href="data:,"><script src="/my/tandem/assets/a.js"></script></head><a href="/my/tandem/asks">All</a><a href="https://x/">Out</a>',
  );
});

test('at the root, files are found from every page', () => {
  expect(toBasedPage(BUILT, '')).toBe(BUILT.replace('"./assets', '"/assets'));
});
