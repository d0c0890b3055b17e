import { extname } from 'node:path';
import { TandemError } from '../../errors.ts';
import type { AppAction, GivenFiles, UploadFile } from '../bridge/actions/action.ts';
import type { AppFacts } from '../runner/app-runner.ts';
import { readAllowedFile, tooLarge } from './allowed-file.ts';

const MB = 1024 * 1024;
const MAX_FILES = 50;

/** MIME types of the most commonly uploaded files. */
const TYPES: Record<string, string> = {
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.gif': 'image/gif',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'text/xml',
  '.zip': 'application/zip',
};

/** A file from an agent or a page: with its content, or by its path. */
type Named = { name?: unknown; type?: unknown; lastModified?: unknown } & (
  | { base64: string }
  | { path: string }
);

/** Adds the files that values name. Whether a block accepts files is not known here; blocks that do not ignore them. */
export async function withGivenFiles(
  actions: readonly AppAction[],
  { dir, settings }: Pick<AppFacts, 'dir' | 'settings'>,
  maxUploadMb: number,
): Promise<AppAction[]> {
  return Promise.all(
    actions.map(async (action) => {
      const named = action.type === 'setValue' ? filesIn(action.value) : undefined;
      return named ? { ...action, given: await readFiles(named) } : action;
    }),
  );

  async function readFiles(named: Named[]): Promise<GivenFiles> {
    if (named.length > MAX_FILES) return { refused: `${named.length} files in one call are too many.` };
    const files: UploadFile[] = [];
    let left = maxUploadMb * MB;
    try {
      for (const one of named) {
        const { size, ...file } = await readFile(one, left);
        left -= size;
        files.push(file);
      }
    } catch (error) {
      if (error instanceof TandemError) return { refused: error.message };
      throw error;
    }
    return { files };
  }

  async function readFile(one: Named, left: number): Promise<UploadFile & { size: number }> {
    const lastModified = typeof one.lastModified === 'number' ? one.lastModified : Date.now();
    if ('base64' in one) {
      const name = checkName(one.name);
      const size = sizeOf(one.base64, name);
      if (size > left) throw tooLarge(`"${name}"`, maxUploadMb * MB);
      return { name, type: toType(one.type, name), lastModified, base64: one.base64, size };
    }
    const read = await readAllowedFile(one.path, { dir, uploads: settings.uploads }, left);
    const name = one.name === undefined ? read.name : checkName(one.name);
    return {
      name,
      type: toType(one.type, name),
      lastModified: read.lastModified,
      base64: read.bytes.toString('base64'),
      size: read.bytes.length,
    };
  }
}

/** The value for the history: without the content of files. */
export function withoutContents(value: unknown): unknown {
  const named = filesIn(value);
  if (!named) return value;
  const kept = named.map((one) => {
    if (!('base64' in one)) return one;
    const { base64, ...rest } = one;
    return { ...rest, size: bytesIn(base64) };
  });
  return Array.isArray(value) ? kept : kept[0];
}

function filesIn(value: unknown): Named[] | undefined {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.length > 0 && all.every(isNamed) ? all : undefined;
}

function isNamed(value: unknown): value is Named {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const { path, base64, name } = value as Record<string, unknown>;
  return typeof path === 'string' || (typeof base64 === 'string' && typeof name === 'string');
}

/** A name that a person's file could have: apps build keys from it. */
function checkName(name: unknown): string {
  const isName =
    typeof name === 'string' &&
    name.length > 0 &&
    name.length <= 255 &&
    !/[/\p{Cc}]/u.test(name) &&
    name !== '.' &&
    name !== '..';
  if (isName) return name;
  throw new TandemError(
    'invalid_input',
    'The name of a file must be a text of up to 255 characters without "/", such as "a.pdf".',
  );
}

function toType(type: unknown, name: string): string {
  return typeof type === 'string' ? type : (TYPES[extname(name).toLowerCase()] ?? '');
}

function sizeOf(base64: string, name: string): number {
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(base64) && base64.length % 4 !== 1;
  if (!isBase64)
    throw new TandemError('invalid_input', `The content of "${name}" is not base64. Nothing was uploaded.`);
  return bytesIn(base64);
}

function bytesIn(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}
