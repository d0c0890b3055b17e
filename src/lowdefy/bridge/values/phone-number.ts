import { readFileSync } from 'node:fs';
import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { isSince5, isSince45 } from '../block-generation.ts';
import type { InputChange } from './input-change.ts';
import { replaceInput } from './replace-input.ts';

interface Region {
  name: string;
  flag: string;
  code: string;
  dial_code: string;
}

interface PhoneNumber {
  input: string;
  region: Region;
  phone_number: string;
}

/** The regions of the stock block, in its order. */
const REGIONS: Region[] = JSON.parse(readFileSync(new URL('./phone-regions.json', import.meta.url), 'utf8'));

/** An empty phone field is never shown: the component fills in its first or default region. */
export function fillPhone(block: EngineBlock): void {
  if (block.type !== 'PhoneNumberInput' || block.value !== null || !block.setValue) return;
  const region = defaultRegion(block);
  // Since 5 it has no number until one is typed.
  if (region) block.setValue(isSince5(block) ? { input: '', region } : toPhoneNumber(block, '', region));
}

/** The result of typing this number into the field; a region can be named by its code. */
export function toPhone(block: EngineBlock, given: unknown): PhoneNumber {
  const { input = '', region: wanted } = (
    given !== null && typeof given === 'object' ? given : { input: given }
  ) as { input?: unknown; region?: unknown };
  if (Array.isArray(given) || !['string', 'number'].includes(typeof input))
    throw new TandemError(
      'invalid_input',
      `Block "${block.blockId}" takes the number as text, or {"input": "5551234", "region": "US"}.`,
    );
  const code = wanted !== null && typeof wanted === 'object' ? (wanted as Partial<Region>).code : wanted;
  const current = (block.value as Partial<PhoneNumber> | null)?.region ?? defaultRegion(block);
  const regions = regionsOf(block);
  const region = code === undefined ? current : regions.find((one) => one.code === code);
  if (region) return toPhoneNumber(block, replaceInput(block, String(input)), region);
  const some = regions.slice(0, 10).map((one) => one.code);
  throw new TandemError(
    'invalid_input',
    `Block "${block.blockId}" has no region "${String(code)}". Regions: ${some.join(', ')}${regions.length > 10 ? ' …' : ''}.`,
  );
}

/** The region is chosen, then the number typed; each is a separate change. */
export function toPhoneChanges(block: EngineBlock, value: unknown): InputChange[] {
  const now = value as PhoneNumber | null;
  const before = block.value as PhoneNumber | null;
  const changed = (to: unknown) => ({
    name: 'onChange',
    ...(isSince45(block) && { event: { value: to } }),
  });
  const changes: InputChange[] = [];
  if (now && before && before.region?.code !== now.region.code) {
    const moved = toPhoneNumber(block, before.input, now.region);
    changes.push({ value: moved, events: [{ name: 'onCodeChange' }, changed(moved)] });
  }
  if (!now || before?.input !== now.input)
    changes.push({ value, events: [{ name: 'onInputChange' }, changed(value)] });
  return changes;
}

function toPhoneNumber(block: EngineBlock, input: string, region: Region): PhoneNumber {
  if (!isSince5(block)) return { input, region, phone_number: `${region.dial_code}${input}` };
  const digits = input.replace(/\D/g, '').replace(/^0+/, '');
  return { input, region, phone_number: digits === '' ? '' : `${region.dial_code}${digits}` };
}

function regionsOf(block: EngineBlock): Region[] {
  const { allowedRegions } = block.eval?.properties ?? {};
  const allowed = Array.isArray(allowedRegions) && allowedRegions.length > 0 ? allowedRegions : undefined;
  return allowed ? REGIONS.filter((region) => allowed.includes(region.code)) : REGIONS;
}

function defaultRegion(block: EngineBlock): Region | undefined {
  const regions = regionsOf(block);
  const { defaultRegion: wanted } = block.eval?.properties ?? {};
  return regions.find((region) => region.code === wanted) ?? regions[0];
}
