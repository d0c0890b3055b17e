import { makeElement } from '../../page/make-element.ts';
import type { LiveApp } from '../live-app.ts';

const COMPONENTS = ['sl-button', 'sl-dropdown', 'sl-menu', 'sl-menu-item'];

/** The apps of the folder; choosing one shows it. */
export function createAppMenu({ page: { store }, onProperty }: LiveApp): HTMLElement {
  const list = makeElement('sl-menu');
  const trigger = makeElement('sl-button', { slot: 'trigger', size: 'small', caret: '' }, 'Apps');
  const menu = makeElement('sl-dropdown', { id: 'ui-frame-apps', hidden: '' }, trigger, list);
  const display = store.create(
    store.root,
    { path: 'display(_)', access: 'action', elementId: menu.id },
    menu,
  );
  onProperty('apps', async (json) => {
    const names = JSON.parse(json) as string[];
    list.replaceChildren(...names.map((name) => makeElement('sl-menu-item', { value: name }, toTitle(name))));
    // Until its components are loaded, a click on the menu would be lost.
    await Promise.all(COMPONENTS.map((name) => customElements.whenDefined(name)));
    menu.hidden = list.childElementCount === 0;
  });
  list.addEventListener('sl-select', (event) => {
    const { item } = (event as CustomEvent<{ item: { value: string } }>).detail;
    store.act(display, item.value);
    store.flush();
  });
  return menu;
}

/** `my-contacts` → `My contacts`. */
function toTitle(name: string): string {
  const words = name.replace(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
