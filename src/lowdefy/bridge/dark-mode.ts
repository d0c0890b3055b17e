import type { Lowdefy } from '../engine/engine-types.ts';

/** Where the client stores a person's choice: `light`, `dark`, or `system`, which is the same as no choice. */
const KEY = 'lowdefy_darkMode';
const NO_CHOICE = 'system';

/** The part of a browser's window that concerns light and dark. The system is never dark here. */
export interface DarkModeWindow {
  localStorage: {
    getItem(key: string): string | null;
    setItem(key: string, value: unknown): void;
    removeItem(key: string): void;
  };
  readonly __lowdefy_isDark: boolean;
  __lowdefy_setDarkMode(preference: string): void;
}

/** `fixed` is the app's own setting, which overrides the choice. */
export function createDarkModeWindow(fixed: unknown, onChoice: (choice: string) => void): DarkModeWindow {
  let choice: string | null = null;
  const localStorage = {
    getItem: (key: string) => (key === KEY ? choice : null),
    setItem(key: string, value: unknown) {
      if (key === KEY) choice = String(value);
    },
    removeItem(key: string) {
      if (key === KEY) choice = null;
    },
  };
  return {
    localStorage,
    get __lowdefy_isDark() {
      return isFixed(fixed) ? fixed === 'dark' : choice === 'dark';
    },
    __lowdefy_setDarkMode(preference) {
      localStorage.setItem(KEY, preference);
      onChoice(preference);
    },
  };
}

/** Whether an app is always light, or always dark. */
export function isFixed(setting: unknown): setting is 'light' | 'dark' {
  return setting === 'light' || setting === 'dark';
}

/** The choice of a session; undefined if there is none. */
export function darkModeOf(lowdefy: Lowdefy): string | undefined {
  const choice = storageOf(lowdefy).getItem(KEY);
  return choice === NO_CHOICE ? undefined : (choice ?? undefined);
}

export function restoreDarkMode(lowdefy: Lowdefy, choice: string | undefined): void {
  if (choice !== undefined) storageOf(lowdefy).setItem(KEY, choice);
}

function storageOf(lowdefy: Lowdefy): DarkModeWindow['localStorage'] {
  return (lowdefy._internal.globals as { window: DarkModeWindow }).window.localStorage;
}
