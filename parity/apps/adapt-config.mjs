import { parse, stringify } from 'yaml';
import { ownPackages } from '../packages/read-packages.mjs';

/** What the apps use; they are written for these. */
const { blockTypes } = ownPackages();

/** What newer versions call a type that they no longer have; the rest is taken out. */
const SUCCESSORS = {
  AgGridAlpineDark: 'AgGridAlpine',
  AgGridBalhamDark: 'AgGridBalham',
  AgGridInputAlpineDark: 'AgGridInputAlpine',
  AgGridInputBalhamDark: 'AgGridInputBalham',
};

/**
 * The text of a configuration file for packages that have only these types of blocks. Other blocks get their
 * successor's type or are taken out, which `removed` tells; a step with one of those is refused on both sides.
 */
export function adaptConfig(text, types) {
  const config = parse(text);
  const removed = new Set();
  let isChanged = false;
  visit(config);
  return { text: isChanged ? stringify(config) : text, removed };

  function visit(value) {
    if (Array.isArray(value)) {
      for (const inner of value) visit(inner);
      const kept = value.filter((inner) => !isRemoved(inner));
      if (kept.length < value.length) value.splice(0, value.length, ...kept);
    } else if (value !== null && typeof value === 'object') Object.values(value).forEach(visit);
  }

  function isRemoved(value) {
    if (!blockTypes.has(value?.type) || types.has(value.type)) return false;
    isChanged = true;
    const successor = SUCCESSORS[value.type];
    if (types.has(successor)) {
      value.type = successor;
      return false;
    }
    removed.add(value.type);
    return true;
  }
}
