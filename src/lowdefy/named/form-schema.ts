import type { JsonSchema } from './json-schema.ts';

/** An object whose properties are fields; not to be confused with a field that takes an object. */
interface Group extends JsonSchema {
  type: 'object';
  properties: Record<string, JsonSchema>;
  required?: string[];
}

/** The schema of a form's arguments, put together field by field. */
export class FormSchema {
  readonly #groups = new WeakSet<object>();
  readonly #root = this.#newGroup();

  /** False if there is something else at this path already. */
  add(path: string, schema: JsonSchema, isRequired: boolean): boolean {
    const parts = path.split('.');
    const last = parts.at(-1);
    const holder = this.#groupAt(parts.slice(0, -1));
    if (!holder || last === undefined || last === '$' || last === '__proto__') return false;
    if (Object.hasOwn(holder.properties, last)) return false;
    holder.properties[last] = schema;
    if (isRequired) this.#require(parts);
    return true;
  }

  /** A list whose items have fields of their own. */
  addList(path: string, description: string | undefined): boolean {
    const schema = { type: 'array', items: this.#newGroup(), ...(description && { description }) };
    return this.add(path, schema, false);
  }

  toJson(): JsonSchema & { properties: Record<string, JsonSchema> } {
    return { ...this.#root, additionalProperties: false };
  }

  #newGroup(): Group {
    const group: Group = { type: 'object', properties: {} };
    this.#groups.add(group);
    return group;
  }

  /** The group at a path, made if there is nothing; undefined if there is something else. */
  #groupAt(parts: readonly string[]): Group | undefined {
    let here = this.#root;
    for (const [index, part] of parts.entries()) {
      if (part === '$') continue;
      if (part === '__proto__') return undefined;
      const known = Object.hasOwn(here.properties, part) ? here.properties[part] : undefined;
      const isList = parts[index + 1] === '$';
      if (!known && isList) return undefined;
      if (!known) here.properties[part] = this.#newGroup();
      const next = isList ? known?.items : here.properties[part];
      if (!this.#isGroup(next)) return undefined;
      here = next;
    }
    return here;
  }

  /** A group is required if one of its fields is; a list is not, whatever its items need. */
  #require(parts: readonly string[]): void {
    const names = parts.slice(parts.lastIndexOf('$') + 1);
    let here = this.#groupAt(parts.slice(0, parts.length - names.length));
    for (const name of names) {
      if (!here) return;
      if (!here.required?.includes(name)) here.required = [...(here.required ?? []), name];
      const next: unknown = here.properties[name];
      here = this.#isGroup(next) ? next : undefined;
    }
  }

  #isGroup(schema: unknown): schema is Group {
    return typeof schema === 'object' && schema !== null && this.#groups.has(schema);
  }
}
