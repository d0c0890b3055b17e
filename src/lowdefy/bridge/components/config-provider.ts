import { TandemError } from '../../../errors.ts';
import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import type { Located } from '../locate-block.ts';

/** Components that are disabled by the provider around them; all others have their own setting. */
const OBEYING = new Set([
  'CheckboxSelector',
  'DropdownButton',
  'FloatButton',
  'S3UploadButton',
  'S3UploadDragger',
  'S3UploadPhoto',
  'Search',
  'Tag',
  'TreeSelector',
]);

/** Whether a provider disables its content; `around` is the setting of the provider around it. */
export function disablesInside({ block }: BlockTree, around: boolean): boolean {
  if (block.type !== 'ConfigProvider') return around;
  const { componentDisabled } = block.eval?.properties ?? {};
  return typeof componentDisabled === 'boolean' ? componentDisabled : around;
}

export function isDisabledBy(around: boolean, { type, eval: evaluated }: EngineBlock): boolean {
  return around && OBEYING.has(type) && (evaluated?.properties?.disabled ?? null) === null;
}

/** Refuses what a provider around it disables. */
export function checkEnabled({ tree, path }: Located): void {
  const around = path.reduce((disabled, step) => disablesInside(step.tree, disabled), false);
  if (isDisabledBy(around, tree.block))
    throw new TandemError(
      'forbidden',
      `Block "${tree.block.blockId}" is disabled; a person could not use it now.`,
    );
}
