import type { LiveMessage } from '../../protocol/live-messages.ts';
import type { LiveApp } from './live-app.ts';
import type { PageContext } from './page-context.ts';
import type { CompiledViewdefs } from './view/compiled-viewdefs.ts';
import type { LiveConnection } from './wire/live-connection.ts';
import type { VariableStore } from './wire/variable-store.ts';

/** What scripts of views reach as `window.uiApp`. */
export interface UiApp {
  getStore(): VariableStore;
  getBinding(): PageContext;
  getViewdefStore(): CompiledViewdefs;
  getConnection(): LiveConnection<LiveMessage>;
  /** Write the `ui-value` of an element, with its own value where none is given. */
  updateValue(elementId: string, value?: unknown): void;
}

declare global {
  interface Window {
    uiApp?: UiApp;
    uiStore?: VariableStore;
  }
}

export function exposeUiApp({ page, connection }: LiveApp): void {
  window.uiStore = page.store;
  window.uiApp = {
    getStore: () => page.store,
    getBinding: () => page,
    getViewdefStore: () => page.viewdefs,
    getConnection: () => connection,
    updateValue(elementId, ...given) {
      const element = document.getElementById(elementId);
      const bound = element && page.values.get(element);
      if (!bound) return;
      const own = (element as HTMLInputElement).value ?? null;
      bound.send(given.length > 0 ? given[0] : own);
    },
  };
}
