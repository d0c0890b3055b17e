import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isRecord } from '../../lib/is-record.ts';

/** The licences of the packages that these files are from, with their texts. */
export function thirdPartyNotices(files: readonly string[]): string {
  const folders = new Set(
    files.map((file) => packageFolder(resolve(file))).filter((folder) => folder !== ''),
  );
  const notices = [...folders].map(toNotice).sort((a, b) => a.name.localeCompare(b.name));
  return [
    'The files in this folder contain code of these packages.',
    ...notices.map(({ name, version, license, text }) =>
      [`${'-'.repeat(80)}\n${name} ${version} (${license})`, text].filter(Boolean).join('\n\n'),
    ),
  ].join('\n\n');
}

/** The innermost package that contains a file; empty for files of none. */
function packageFolder(file: string): string {
  const [, folder = ''] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file) ?? [];
  return folder;
}

function toNotice(folder: string): { name: string; version: string; license: string; text: string } {
  const file = join(folder, 'package.json');
  const read: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const { name = dirname(folder), version = '', license = 'see its text' } = isRecord(read) ? read : {};
  const named = existsSync(folder)
    ? readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    : undefined;
  const text = named === undefined ? '' : readFileSync(join(folder, named), 'utf8').trim();
  const type = isRecord(license) ? license.type : license;
  return { name: String(name), version: String(version), license: String(type), text };
}
