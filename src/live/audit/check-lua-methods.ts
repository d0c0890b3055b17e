import type { FileFinding } from './finding.ts';
import type { LuaFacts } from './lua-facts.ts';
import { CALLED_BY_PRODUCT, type LuaModel } from './lua-model.ts';
import { lineOf } from './lua-tree.ts';
import type { ViewFile } from './view-file.ts';

/** A comment that says the method is called from outside the files, for instance by the agent with ui_run. */
const KEEP = /@api\b/;

/** Methods of the app's prototypes that neither Lua nor a view uses. */
export function checkDeadMethods(model: LuaModel, views: readonly ViewFile[]): FileFinding[] {
  const inViews = new Set(views.flatMap(stepNames));
  const owned = [...model.types.values()].filter((type) => type.isAudited);
  return owned.flatMap((type) =>
    [...type.methods.values()].flatMap((method) => {
      if (!method.isCertain || CALLED_BY_PRODUCT.includes(method.name) || method.name.startsWith('__'))
        return [];
      const isUsed =
        inViews.has(method.name) || isUsedInLua(model.facts, method) || isKept(model.facts, method);
      if (isUsed || !isOfApp(model, method.file)) return [];
      return [
        {
          severity: 'warning' as const,
          rule: 'dead-method',
          message: `${type.name}:${method.name}() is not used in Lua or in a view. Remove it, or write "-- @api" above it if the agent calls it.`,
          file: method.file,
          line: method.line,
        },
      ];
    }),
  );
}

function stepNames(view: ViewFile): string[] {
  return view.bindings.flatMap(({ read }) =>
    read.ok ? read.path.steps.flatMap((step) => (step.kind === 'index' ? [] : [step.name])) : [],
  );
}

type Placed = { name: string; file: string; line: number; range: [number, number] };

function isUsedInLua(facts: readonly LuaFacts[], { name, file, range }: Placed): boolean {
  return facts.some((source) =>
    source.uses.some(
      // A method that only calls itself is dead too.
      (use) => use.name === name && !(source.file === file && use.at >= range[0] && use.at < range[1]),
    ),
  );
}

function isKept(facts: readonly LuaFacts[], { file, line }: Placed): boolean {
  const comments = facts.find((source) => source.file === file)?.comments ?? [];
  return comments.some((comment) => {
    const at = lineOf(comment);
    return (at === line || at === line - 1) && KEEP.test(comment.value);
  });
}

function isOfApp(model: LuaModel, file: string): boolean {
  return model.facts.some((source) => source.file === file && source.isAudited);
}
