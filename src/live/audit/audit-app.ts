import { appGlobalName, checkApp } from './check-app.ts';
import { checkDeadMethods } from './check-lua-methods.ts';
import { checkPrototypes } from './check-lua-prototypes.ts';
import { checkReload } from './check-lua-reload.ts';
import { checkView } from './check-view.ts';
import { checkViewNames } from './check-view-names.ts';
import { checkViewTypes, isList, namespaceOf } from './check-view-types.ts';
import { type AuditReport, count, type FileFinding, type LocalFinding, toReport } from './finding.ts';
import { collectFacts, type LuaFacts } from './lua-facts.ts';
import { buildModel, type MethodsByType } from './lua-model.ts';
import { remindOfSurroundings } from './lua-reminders.ts';
import { readLua } from './lua-tree.ts';
import { inferTypes } from './lua-types.ts';
import { readApp, type SourceFile } from './read-app.ts';
import { readView, type ViewFile } from './view-file.ts';

/** Static checks of an app's Lua and views: what a person would otherwise find by clicking. Nothing is run. */
export async function auditApp({ baseDir, app, running = [] }: AuditOptions): Promise<AuditReport> {
  const files = await readApp(baseDir, app);
  const { facts, broken } = readAllLua(files.lua);
  const allViews = files.views.map(({ file, text }) => readView(file, text));
  const views = allViews.filter((_, index) => files.views[index]?.isAudited);
  const isItem = itemNamespaces(allViews);

  const found: FileFinding[] = [
    ...broken,
    ...facts.filter((file) => file.isAudited).flatMap((file) => inFile(file.file, checkLua(file, app))),
    ...views.flatMap((view) => inFile(view.file, checkView(view, isItem(view)))),
    ...files.skipped.map((file) => ({ ...TOO_BIG, file })),
  ];
  // If a file cannot be read, names in it would wrongly seem to be missing.
  if (broken.length === 0) found.push(...checkTogether(app, { facts, running }, views, allViews, isItem));

  const lua = files.lua.filter((file) => file.isAudited).length;
  const about = `${count(lua, 'Lua file')} and ${count(views.length, 'view')} of apps/${app}`;
  const rest = broken.length > 0 ? ' (names were not compared: fix the Lua syntax first)' : '';
  return toReport(found, about + rest);
}

interface AuditOptions {
  baseDir: string;
  app: string;
  /** What the prototypes of running sessions have: methods that are made at run time are in no text. */
  running?: readonly MethodsByType[];
}

const TOO_BIG = {
  severity: 'warning',
  rule: 'too-big',
  message: 'The file is over 1 MiB and was not read.',
  line: 1,
} as const;

function readAllLua(sources: readonly SourceFile[]): { facts: LuaFacts[]; broken: FileFinding[] } {
  const facts: LuaFacts[] = [];
  const broken: FileFinding[] = [];
  for (const { file, text, isAudited } of sources) {
    const tree = readLua(text);
    if (tree.ok) facts.push(collectFacts({ file, isAudited, chunk: tree.chunk, comments: tree.comments }));
    else if (isAudited)
      broken.push({
        severity: 'violation',
        rule: 'lua-syntax',
        message: tree.message,
        file,
        line: tree.line,
      });
  }
  return { facts, broken };
}

function checkLua(file: LuaFacts, app: string): LocalFinding[] {
  return [...checkReload(file, appGlobalName(app)), ...checkPrototypes(file), ...remindOfSurroundings(file)];
}

/** Checks that need both the Lua and the views. */
function checkTogether(
  app: string,
  { facts, running }: { facts: LuaFacts[]; running: readonly MethodsByType[] },
  views: readonly ViewFile[],
  allViews: readonly ViewFile[],
  isItem: (view: ViewFile) => boolean,
): FileFinding[] {
  const model = buildModel(facts, running);
  const viewKeys = new Set(allViews.map(({ type, namespace }) => `${type}.${namespace}`));
  const shown = { model, held: inferTypes(model), viewKeys };
  return [
    ...checkApp(app, model, viewKeys),
    ...checkDeadMethods(model, allViews),
    ...views.flatMap((view) =>
      inFile(view.file, [...checkViewNames(view, model, isItem(view)), ...checkViewTypes(view, shown)]),
    ),
  ];
}

/** Views of list items: `list-item`, names that end with it, and namespaces that a list uses. */
function itemNamespaces(views: readonly ViewFile[]): (view: ViewFile) => boolean {
  const asked = new Set(views.flatMap((view) => view.bindings.filter(isList).map(namespaceOf)));
  return ({ namespace }) => namespace.endsWith('-item') || asked.has(namespace);
}

function inFile(file: string, findings: readonly LocalFinding[]): FileFinding[] {
  return findings.map((finding) => ({ ...finding, file }));
}
