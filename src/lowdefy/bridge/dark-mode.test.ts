import { expect, test, vi } from 'vitest';
import { createDarkModeWindow } from './dark-mode.ts';

test('is light until dark is chosen, and can be read where the client stores it', () => {
  const onChoice = vi.fn();
  const window = createDarkModeWindow('system', onChoice);
  expect([window.__lowdefy_isDark, window.localStorage.getItem('lowdefy_darkMode')]).toEqual([false, null]);
  window.__lowdefy_setDarkMode('dark');
  expect([window.__lowdefy_isDark, window.localStorage.getItem('lowdefy_darkMode')]).toEqual([true, 'dark']);
  expect(onChoice).toHaveBeenCalledWith('dark');
  window.localStorage.removeItem('lowdefy_darkMode');
  expect(window.__lowdefy_isDark).toBe(false);
});

test.each([
  ['dark', 'light', true],
  ['light', 'dark', false],
])('an app that is always %s stays so whatever is chosen', (fixed, choice, isDark) => {
  const window = createDarkModeWindow(fixed, () => {});
  window.__lowdefy_setDarkMode(choice);
  expect(window.__lowdefy_isDark).toBe(isDark);
});

test('stores nothing else', () => {
  const { localStorage } = createDarkModeWindow(undefined, () => {});
  localStorage.setItem('other', 'x'.repeat(1_000_000));
  expect(localStorage.getItem('other')).toBeNull();
});
