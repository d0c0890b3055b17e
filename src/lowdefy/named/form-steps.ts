import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { didYouMean } from '../../lib/nearest.ts';
import { atIndices } from './list-path.ts';
import type { NamedField, NamedTool } from './named-tool.ts';

/** Something to set on the page: a value, or the number of items of a list. */
export type FormStep = { path: string; blockId: string } & ({ value: unknown } | { items: number });

type Arguments = Record<string, unknown>;

/** What a call's arguments set, in the order of the page; lists item by item. Refuses arguments that are not fields. */
export function toFormSteps(tool: NamedTool, args: Arguments): FormStep[] {
  const controls = Object.values(tool.controls);
  const fields = Object.fromEntries(Object.entries(args).filter(([key]) => !controls.includes(key)));
  checkKnown(tool, fields);
  const steps = stepsAt('', fields, []);
  const missing = missingIn(tool.inputSchema, args, '');
  if (missing.length > 0)
    throw invalid(missing.map((path) => `Argument "${path}" of ${tool.name} is missing.`));
  return steps;

  function stepsAt(level: string, values: Arguments, indices: number[]): FormStep[] {
    return tool.fields
      .filter(({ path }) => levelOf(path) === level)
      .flatMap((field) => {
        const value = valueIn(values, field.path.slice(level === '' ? 0 : level.length + 1));
        if (value === undefined) return [];
        const at = { path: atIndices(field.path, indices), blockId: atIndices(field.blockId, indices) };
        if (!field.isList) return [{ ...at, value }];
        const items = checkItems(value, at.path);
        return [
          { ...at, items: items.length },
          ...items.flatMap((item, index) => stepsAt(`${field.path}.$`, item, [...indices, index])),
        ];
      });
  }

  function checkItems(value: unknown, path: string): Arguments[] {
    if (Array.isArray(value) && value.every(isRecord)) return value;
    throw invalid([`Argument "${path}" of ${tool.name} takes a list of objects.`]);
  }
}

/** Refuses keys that no field has, with the nearest one. */
function checkKnown(tool: NamedTool, args: Arguments): void {
  const wrong: string[] = [];
  visit(args, '', '');
  if (wrong.length > 0) throw invalid(wrong);

  function visit(values: Arguments, level: string, shown: string): void {
    for (const [key, value] of Object.entries(values)) {
      const path = level === '' ? key : `${level}.${key}`;
      const place = shown === '' ? key : `${shown}.${key}`;
      const field = tool.fields.find((one) => one.path === path);
      if (field && !field.isList) continue;
      if (field && Array.isArray(value)) {
        for (const [index, item] of value.entries())
          if (isRecord(item)) visit(item, `${path}.$`, `${place}.${index}`);
        continue;
      }
      if (field) continue;
      if (tool.fields.some((one) => one.path.startsWith(`${path}.`))) {
        if (isRecord(value)) visit(value, path, place);
        else wrong.push(`Argument "${place}" of ${tool.name} takes an object.`);
        continue;
      }
      wrong.push(
        `Unknown argument "${place}" for ${tool.name}.${didYouMean(key, level === '' ? [...keysAt(tool.fields, level), ...Object.values(tool.controls)] : keysAt(tool.fields, level))}`,
      );
    }
  }
}

function keysAt(fields: readonly NamedField[], level: string): Set<string> {
  const start = level === '' ? '' : `${level}.`;
  const inside = fields.filter(({ path }) => path.startsWith(start));
  return new Set(inside.flatMap(({ path }) => path.slice(start.length).split('.')[0] ?? []));
}

/** Paths that the schema requires and the arguments lack. */
function missingIn(schema: unknown, value: unknown, path: string): string[] {
  if (!isRecord(schema) || !isRecord(value)) return [];
  const here = (key: string) => (path === '' ? key : `${path}.${key}`);
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const missing = required.filter((key) => value[key] === undefined || value[key] === null).map(here);
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  const inner = properties.flatMap(([key, one]) => {
    const given = value[key];
    if (!isRecord(one) || one.type !== 'array' || !Array.isArray(given))
      return missingIn(one, given, here(key));
    return given.flatMap((item, index) => missingIn(one.items, item, `${here(key)}.${index}`));
  });
  return [...missing, ...inner];
}

/** The list that a path is in: `lines.$` for `lines.$.price`. */
function levelOf(path: string): string {
  const end = path.lastIndexOf('$');
  return end < 0 ? '' : path.slice(0, end + 1);
}

function valueIn(values: Arguments, path: string): unknown {
  let here: unknown = values;
  for (const part of path.split('.')) {
    if (!isRecord(here) || !Object.hasOwn(here, part)) return undefined;
    here = here[part];
  }
  return here;
}

const MAX_FAULTS = 5;

function invalid(faults: string[]): TandemError {
  const more = faults.length > MAX_FAULTS ? ` (and ${faults.length - MAX_FAULTS} more)` : '';
  return new TandemError(
    'invalid_input',
    `${faults.slice(0, MAX_FAULTS).join(' ')}${more} Nothing was done.`,
  );
}
