import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../../lib/serve-file.ts';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** In the order of preference. Browsers accept Brotli from secure origins and from their own machine only. */
const ENCODINGS = [
  {
    name: 'br',
    ending: '.br',
    // The highest level takes ten times as long and saves a few per cent.
    compress: (content: Buffer) => toBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  },
  { name: 'gzip', ending: '.gz', compress: (content: Buffer) => toGzip(content, { level: 9 }) },
];
const TEXT = new Set(['.js', '.css', '.html']);
/** A packet; there is nothing to save below it. */
const MIN_BYTES = 1400;

/** Puts a compressed copy next to every large file of a folder. */
export async function compressFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if (!TEXT.has(extname(name)) || (await stat(file)).size < MIN_BYTES) continue;
    const content = await readFile(file);
    await Promise.all(
      ENCODINGS.map(async ({ ending, compress }) => writeFile(file + ending, await compress(content))),
    );
  }
}

/** Encodings that a client accepts, by its Accept-Encoding header, with the endings of their files; the best first. */
export function acceptedEncodings(header: string | null): Encoding[] {
  const accepted = (header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return ENCODINGS.filter(({ name }) => accepted.includes(name));
}
