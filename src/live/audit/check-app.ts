import { nearest } from '../../lib/nearest.ts';
import type { FileFinding } from './finding.ts';
import type { LuaGlobal } from './lua-facts.ts';
import type { LuaModel } from './lua-model.ts';
import { eachNode, luaCallOf, nameOf } from './lua-tree.ts';

/** The global of an app: `my-cool-app` is `myCoolApp`. */
export function appGlobalName(app: string): string {
  return app.replace(/[-_]([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether the app can be displayed: a global with its name that contains something with a view. */
export function checkApp(app: string, model: LuaModel, viewKeys: ReadonlySet<string>): FileFinding[] {
  const wanted = appGlobalName(app);
  const globals = model.facts
    .filter((facts) => facts.isAudited)
    .flatMap((facts) => facts.globals.map((global) => ({ ...global, file: facts.file })));
  const own = globals.filter(({ name, value }) => name === wanted && value?.type !== 'FunctionDeclaration');
  // A folder with views only lends them to others, and `mcp` is there without being set.
  const hasLua = model.facts.some((facts) => facts.isAudited);
  if (own.length === 0) return hasLua && wanted !== 'mcp' ? [missingGlobal(app, wanted, model, globals)] : [];
  return own.flatMap((global) => {
    const type = typeOf(global, model);
    if (!type || viewKeys.has(`${type}.DEFAULT`)) return [];
    return [
      {
        severity: 'violation' as const,
        rule: 'missing-view',
        message: `${wanted} is a ${type}, and ${type} has no view; write viewdefs/${type}.DEFAULT.html.`,
        file: global.file,
        line: global.line,
      },
    ];
  });
}

type Placed = LuaGlobal & { file: string };

function missingGlobal(
  app: string,
  wanted: string,
  model: LuaModel,
  globals: readonly Placed[],
): FileFinding {
  const audited = model.facts.filter((facts) => facts.isAudited);
  // An app that makes itself the app variable is shown without its global, but ui_display cannot find it.
  const shows = audited.some((facts) =>
    [...eachNode(facts.chunk)].some((node) => luaCallOf(node)?.name === 'createAppVariable'),
  );
  const made = globals.filter(({ value }) => typeOf({ value }, model) !== undefined && !isPrototype(value));
  const close =
    nearest(
      wanted,
      made.map(({ name }) => name),
    ) ?? made[0]?.name;
  const at = made.find(({ name }) => name === close);
  const instead = close ? ` The file sets "${close}"; rename it.` : '';
  return {
    severity: shows ? 'warning' : 'violation',
    rule: 'global-name',
    message: `ui_display("${app}") shows the global "${wanted}", which no file of the app sets.${instead || ` Write "${wanted} = ${wanted} or App:new()".`}`,
    file: at?.file ?? audited[0]?.file ?? `apps/${app}`,
    line: at?.line ?? 1,
  };
}

function isPrototype(value: LuaGlobal['value']): boolean {
  return luaCallOf(value)?.name === 'prototype';
}

function typeOf({ value }: Pick<LuaGlobal, 'value'>, model: LuaModel): string | undefined {
  if (value?.type === 'LogicalExpression') return typeOf({ value: value.right }, model);
  const call = luaCallOf(value);
  const variable =
    call?.base === 'session' && call.name === 'create'
      ? nameOf(call.args[0])
      : call?.name === 'new'
        ? call.base
        : nameOf(value);
  return variable === undefined ? undefined : model.byVariable.get(variable)?.name;
}
