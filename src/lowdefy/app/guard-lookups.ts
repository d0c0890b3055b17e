import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../../lib/is-record.ts';
import type { PackageFinder } from './find-packages.ts';
import { findPackageFolder, packageIn, resolveExport } from './resolve-package.ts';

/** From these, any value leads to the Function constructor, and so to everything in the process. */
const REFUSED = new Set([
  'constructor',
  'prototype',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
]);
/** Operators that read by path. */
const READERS = new Set([
  '_actions',
  '_api',
  '_args',
  '_event',
  '_event_log',
  '_get',
  '_global',
  '_input',
  '_item',
  '_location',
  '_media',
  '_menu',
  '_payload',
  '_request',
  '_request_details',
  '_secret',
  '_state',
  '_step',
  '_theme',
  '_url_query',
  '_user',
]);

type Operator = (args: { params?: unknown }) => unknown;
type Lookup = (...args: unknown[]) => unknown;
interface Runtime {
  memberLookup: Lookup;
  contextOrFrameLookup: Lookup;
}
interface Environment {
  loaders: object[];
  render(name: string, context: object): string;
}

/** Operators hide why a template failed; each runs to completion before another begins. */
let refusal: string | undefined;

function check(name: unknown): void {
  // As the lookup itself sees it: a list with one name counts as that name.
  const key = String(name);
  if (!REFUSED.has(key)) return;
  refusal = `"${key}" cannot be looked up: it is not part of the app's data.`;
  throw new Error(refusal);
}

/** Guards the templates of exactly the copy of Nunjucks that the app's operators use. */
export async function guardTemplates(finder: PackageFinder): Promise<void> {
  const operators = finder.folderOf('@lowdefy/operators-nunjucks');
  if (!operators) return;
  const [name, beside] = ['@lowdefy/nunjucks', join(operators, '..', '..')];
  const folder = packageIn(beside, name) ?? findPackageFolder(operators, name);
  const file = folder && resolveExport(folder, '');
  if (!file) return;
  const { nunjucksEnv } = await import(pathToFileURL(file).href);
  const runtime = runtimeOf(nunjucksEnv as Environment);
  const { memberLookup, contextOrFrameLookup } = runtime;
  runtime.memberLookup = (target, key, ...rest) => {
    check(key);
    // The check and the lookup must see the same name.
    return memberLookup(target, typeof key === 'object' ? String(key) : key, ...rest);
  };
  runtime.contextOrFrameLookup = (context, frame, name) => {
    check(name);
    return contextOrFrameLookup(context, frame, name);
  };
}

/** It is bundled and not exported, but compiled templates receive it. */
function runtimeOf(environment: Environment): Runtime {
  let found: Runtime | undefined;
  const root = (_env: unknown, _context: unknown, _frame: unknown, runtime: Runtime, done: Lookup) => {
    found = runtime;
    done(null, '');
  };
  const source = { src: { type: 'code', obj: { root } }, path: 'guard', noCache: true };
  environment.loaders.unshift({ cache: {}, getSource: () => source });
  try {
    environment.render('guard', {});
  } finally {
    environment.loaders.shift();
  }
  if (!found) throw new Error('The templates of this version of Lowdefy cannot be guarded.');
  return found;
}

/** Operators that refuse these lookups, with the reason. */
export function guardOperators(operators: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(operators).map(([name, operator]) => {
      if (typeof operator !== 'function') return [name, operator];
      if (READERS.has(name)) return [name, withChecks(name, operator as Operator, pathOf)];
      return [name, name === '_nunjucks' ? withChecks(name, operator as Operator) : operator];
    }),
  );
}

function withChecks(name: string, operator: Operator, pathOf?: (params: unknown) => string[]): Operator {
  const guarded: Operator = (args) => {
    refusal = undefined;
    try {
      for (const part of pathOf?.(args.params) ?? []) check(part);
      return operator(args);
    } catch (error) {
      throw refusal === undefined ? error : new Error(`${name}: ${refusal}`);
    }
  };
  return Object.assign(guarded, operator);
}

function pathOf(params: unknown): string[] {
  const key = isRecord(params) ? params.key : params;
  return typeof key === 'string' ? key.split(/[.\\]/) : [];
}
