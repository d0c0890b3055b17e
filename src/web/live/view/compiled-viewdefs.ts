import { type TemplatePlan, toTemplatePlan } from './template-plan.ts';

export interface CompiledViewdef {
  /** `Contact.list-item`: the type, and behind the last dot the namespace. */
  key: string;
  html: string;
  plan: TemplatePlan;
}

/** Stand in where the server sends none; a file of the same name replaces them. */
const BUILT_IN: Record<string, string> = {
  'MCP.DEFAULT': '<template><div class="ui-shown-app" ui-view="value"></div></template>',
  'lua.ViewList.DEFAULT': '<template><div class="view-list"><div ui-viewlist="items"></div></div></template>',
  'lua.ViewListItem.list-item': '<template><div ui-view="item"></div></template>',
};

/** The views that the server has sent. */
export class CompiledViewdefs {
  readonly #byKey = new Map<string, CompiledViewdef>();
  /** Views that cannot be used are told here; the others are. */
  onBroken: (key: string, why: string) => void = () => {};

  constructor() {
    this.add(BUILT_IN);
  }

  get(key: string): CompiledViewdef | undefined {
    return this.#byKey.get(key);
  }

  /** Whether ours stands in because the server sent none. */
  isBuiltIn(key: string): boolean {
    return this.#byKey.get(key)?.html === BUILT_IN[key];
  }

  keys(): string[] {
    return [...this.#byKey.keys()];
  }

  find(
    type: string,
    namespace: string | undefined,
    fallback: string | undefined,
  ): CompiledViewdef | undefined {
    return (
      (namespace ? this.#byKey.get(`${type}.${namespace}`) : undefined) ??
      (fallback ? this.#byKey.get(`${type}.${fallback}`) : undefined) ??
      this.#byKey.get(`${type}.DEFAULT`)
    );
  }

  /** Html by key; null takes a view away. What is the same as before stays the same object. */
  add(views: Record<string, string | null>): void {
    for (const [key, given] of Object.entries(views)) {
      const html = given ?? BUILT_IN[key];
      if (html === undefined) this.#byKey.delete(key);
      else if (this.#byKey.get(key)?.html !== html) this.#parse(key, html);
    }
  }

  #parse(key: string, html: string): void {
    const holder = document.createElement('template');
    holder.innerHTML = html;
    const { children } = holder.content;
    const [template] = children;
    if (children.length === 1 && template instanceof HTMLTemplateElement)
      this.#byKey.set(key, { key, html, plan: toTemplatePlan(template) });
    else this.onBroken(key, 'a view must be exactly one <template> element');
  }
}
