import type { LuaFacts, LuaMethod, LuaPrototype } from './lua-facts.ts';
import { rangeOf } from './lua-tree.ts';

export interface KnownType extends LuaPrototype {
  file: string;
  isAudited: boolean;
  methods: Map<string, LuaMethod & { file: string }>;
  /** It gets members with names computed at run time. */
  isOpenEnded: boolean;
}

/** The combined facts of the Lua files of an app and its surroundings. */
export interface LuaModel {
  facts: LuaFacts[];
  types: Map<string, KnownType>;
  byVariable: Map<string, KnownType>;
  /** Types and their bases, nearest first; ends with undefined if a base is unknown. */
  chain(type: KnownType): (KnownType | undefined)[];
  /** Whether the type has the method in a running session. */
  isRunning(type: KnownType, name: string): boolean;
  /** All names of fields and methods anywhere. */
  names: Set<string>;
  /** Types that exist without a prototype: `type = "…"` in a table. */
  looseTypes: Set<string>;
  /** Something that cannot be told from the text gets methods by names that are made at run time. */
  makesMethods: boolean;
}

/** Names of methods, by type. */
export type MethodsByType = Record<string, readonly string[]>;

export function buildModel(facts: LuaFacts[], running: readonly MethodsByType[] = []): LuaModel {
  const types = new Map<string, KnownType>();
  const byVariable = new Map<string, KnownType>();
  /** Locals of two files may have the same name. */
  const byFile = new Map<string, Map<string, KnownType>>(facts.map(({ file }) => [file, new Map()]));
  const typeHeldBy = (file: LuaFacts, name: string, depth = 0): KnownType | undefined => {
    const known = byFile.get(file.file)?.get(name);
    if (known) return known;
    const other = aliasOf(file, name);
    const aliased =
      other !== undefined && depth < MAX_ALIASES ? typeHeldBy(file, other, depth + 1) : undefined;
    return aliased ?? byVariable.get(name);
  };
  let makesMethods = false;
  for (const file of facts)
    for (const prototype of file.prototypes) {
      const known: KnownType = types.get(prototype.name) ?? {
        ...prototype,
        file: file.file,
        isAudited: file.isAudited,
        methods: new Map(),
        isOpenEnded: false,
      };
      types.set(prototype.name, known);
      byVariable.set(prototype.variable, known);
      byFile.get(file.file)?.set(prototype.variable, known);
    }
  for (const file of facts) {
    for (const method of file.methods)
      typeHeldBy(file, method.owner)?.methods.set(method.name, { ...method, file: file.file });
    for (const variable of file.openEnded) {
      const known = typeHeldBy(file, variable);
      if (known) known.isOpenEnded = true;
      else if (file.methodMakers.has(variable)) makesMethods = true;
    }
  }
  for (const known of types.values())
    for (const [name, { value, line }] of known.fields)
      if (value.type === 'FunctionDeclaration' && !known.methods.has(name))
        known.methods.set(name, {
          owner: known.variable,
          name,
          line,
          range: rangeOf(value),
          isCertain: true,
          file: known.file,
        });

  return {
    facts,
    types,
    byVariable,
    names: new Set([
      ...facts.flatMap((file) => [...file.names]),
      ...running.flatMap((types) => Object.values(types).flat()),
    ]),
    isRunning: (type, name) => running.some((types) => types[type.name]?.includes(name)),
    makesMethods,
    looseTypes: new Set(facts.flatMap((file) => [...file.types])),
    chain(type) {
      const chain: (KnownType | undefined)[] = [];
      for (let at: KnownType | undefined = type; at && !chain.includes(at); ) {
        chain.push(at);
        // A prototype without a base inherits from "Object" if one is registered.
        const base: string | undefined =
          at.base ?? (at.name === 'Object' ? undefined : types.get('Object') && 'Object');
        if (base === undefined) return chain;
        at = byVariable.get(base) ?? types.get(base);
      }
      return [...chain, undefined];
    },
  };
}

/** `Item` and `Item.Part` where `Item` stands for `App.Item`. */
function aliasOf({ aliases }: LuaFacts, name: string): string | undefined {
  const whole = aliases.get(name);
  if (whole !== undefined) return whole;
  const at = name.lastIndexOf('.');
  const owner = at < 0 ? undefined : aliases.get(name.slice(0, at));
  return owner === undefined ? undefined : owner + name.slice(at);
}

/** One leads to another, and by mistake back again. */
const MAX_ALIASES = 8;

/** Whether the type has the method: `maybe` if a base is unknown, or only running the code would show. */
export function hasMethod(model: LuaModel, type: KnownType, name: string): boolean | 'maybe' {
  for (const at of model.chain(type)) {
    if (!at) return 'maybe';
    const method = at.methods.get(name);
    if (method) return method.isCertain || 'maybe';
    if (at.isOpenEnded || model.isRunning(at, name)) return 'maybe';
  }
  return BUILT_IN_METHODS.includes(name) || (model.makesMethods && 'maybe');
}

export function hasField(model: LuaModel, type: KnownType, name: string): boolean {
  return model.chain(type).some((at) => at?.fields.has(name) && !at.methods.has(name));
}

/** Methods that the product provides or calls itself. */
export const BUILT_IN_METHODS = ['new', 'tostring'];
export const CALLED_BY_PRODUCT = ['new', 'mutate', 'sync', 'tostring'];
/** Types that the product provides. */
export const BUILT_IN_TYPES = ['MCP', 'lua.ViewList', 'lua.ViewListItem'];
