import { TandemError } from '../../../errors.ts';

/** Refuses a file of a kind that a field does not accept: `.pdf`, `image/*`, `text/plain`. */
export function checkKind(blockId: string, accept: unknown, file: { name: string; type: string }): void {
  const kinds = String(accept ?? '')
    .split(',')
    .map((kind) => kind.trim().toLowerCase())
    .filter(Boolean);
  if (kinds.length === 0 || kinds.some((kind) => fits(kind, file))) return;
  throw new TandemError(
    'invalid_input',
    `"${blockId}" takes files of the kinds ${String(accept)}, not "${file.name}".`,
  );
}

function fits(kind: string, { name, type }: { name: string; type: string }): boolean {
  if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind);
  if (kind.endsWith('/*')) return kind === '*/*' || type.toLowerCase().startsWith(kind.slice(0, -1));
  return kind === '*' || kind === type.toLowerCase();
}
