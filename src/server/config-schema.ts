import { z } from 'zod';
import { didYouMean } from '../lib/nearest.ts';
import type { AreaDefinition } from './area-definition.ts';
import { AREAS } from './areas.ts';
import { coreConfigShape } from './core-config.ts';

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Settings = Intersection<NonNullable<(typeof AREAS)[number]['settings']>>;

/** `tandem.yaml`: what belongs to no area, and the keys that each area brings. */
export function createConfigSchema(more: readonly AreaDefinition[] = []) {
  const areas: readonly AreaDefinition[] = [...AREAS, ...more];
  const settings = Object.assign({}, ...areas.map((area) => area.settings ?? {})) as Settings;
  return z.strictObject({
    areas: areaNames(areas.filter(({ isAlways }) => !isAlways)).optional(),
    ...settings,
    ...coreConfigShape,
  });
}

export const configSchema = createConfigSchema();

/** The content of `tandem.yaml`, with defaults filled in. Get it with `loadConfig`. */
export type Config = z.output<typeof configSchema>;

/** By their names, or by what they were called before. */
function areaNames(areas: readonly AreaDefinition[]) {
  const known = areas.flatMap(({ name, formerName }) =>
    formerName === undefined ? [name] : [name, formerName],
  );
  const current = new Map(areas.map(({ name, formerName = name }) => [formerName, name]));
  const names = areas.map(({ name }) => name);
  const error = ({ input }: { input: unknown }) => {
    const given = JSON.stringify(input);
    return `unknown area ${given}.${didYouMean(typeof input === 'string' ? input : given, names)}`;
  };
  return z.array(z.enum(known, { error }).transform((name) => current.get(name) ?? name));
}
