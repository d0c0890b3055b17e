import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listBundle } from './bundle-files.ts';
import { installBundle, isInstalled } from './install-bundle.ts';
import { projectDirOf } from './project-dir.ts';

let project: string;
let baseDir: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'install-'));
  baseDir = join(project, '.ui');
});
afterEach(() => rm(project, { recursive: true, force: true }));

const read = (file: string) => readFile(join(project, file), 'utf8');

async function everything(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

describe('projectDirOf', () => {
  test.each([
    ['/p/.ui', '/p'],
    ['/p/.claude/ui', '/p'],
    ['/p/.claude/deep/ui', '/p'],
    ['/p/.claude', '/p'],
    ['/p/sub/ui', '/p/sub'],
  ])('%s → %s', (base, expected) => {
    expect(projectDirOf(base)).toBe(expected);
  });
});

describe('a fresh project', () => {
  test('gets every file, and nothing else', async () => {
    expect(await isInstalled(project)).toBe(false);
    const result = await installBundle({ baseDir, projectDir: project });
    expect(result.skipped).toEqual([]);
    expect(result.appended).toEqual([]);
    expect(result.installed).toContain('.claude/agents/ui-builder.md');
    expect(result.installed).toContain('.claude/skills/ui-builder/SKILL.md');
    expect(result.installed).toContain('.ui/resources/patterns/form.md');
    expect(result.installed).toContain('.ui/viewdefs/lua.ViewList.DEFAULT.html');
    expect(result.installed).toContain('.ui/event');
    expect(result.installed).toContain('CLAUDE.md');
    expect(await everything(project)).toEqual([...result.installed].sort());
    expect(await isInstalled(project)).toBe(true);
  });

  test('can run the scripts', async () => {
    const before = process.umask(0o077);
    try {
      await installBundle({ baseDir });
    } finally {
      process.umask(before);
    }
    for (const script of ['event', 'state', 'variables'])
      expect((await stat(join(baseDir, script))).mode & 0o777, script).toBe(0o755);
    expect((await stat(join(baseDir, 'resources/mcp.md'))).mode & 0o111).toBe(0);
  });

  test('with base_dir in .claude is the folder above it', async () => {
    const inClaude = join(project, '.claude', 'ui');
    const { installed } = await installBundle({ baseDir: inClaude });
    expect(installed).toContain('.claude/agents/ui-builder.md');
    expect(installed).toContain('.claude/ui/resources/mcp.md');
    expect(await everything(project)).toEqual([...installed].sort());
  });

  test('shows full paths for files of a base_dir outside it', async () => {
    const other = await mkdtemp(join(tmpdir(), 'install-base-'));
    const { installed } = await installBundle({ baseDir: other, projectDir: project });
    expect(installed).toContain(join(other, 'resources/mcp.md'));
    expect(installed).toContain('CLAUDE.md');
    await rm(other, { recursive: true });
  });
});

describe('files that exist', () => {
  test('are left alone', async () => {
    await installBundle({ baseDir });
    await writeFile(join(project, '.claude/agents/ui-builder.md'), 'mine');
    const again = await installBundle({ baseDir });
    expect(again.installed).toEqual([]);
    expect(again.appended).toEqual([]);
    expect(again.skipped).toHaveLength((await listBundle()).length + 1);
    expect(await read('.claude/agents/ui-builder.md')).toBe('mine');
  });

  test('are overwritten with force, and no others are', async () => {
    await installBundle({ baseDir });
    await writeFile(join(project, '.claude/agents/ui-builder.md'), 'mine');
    await writeFile(join(baseDir, 'resources/own.md'), 'own');
    const again = await installBundle({ baseDir, force: true });
    expect(again.skipped).toEqual([]);
    expect(await read('.claude/agents/ui-builder.md')).toContain('name: ui-builder');
    expect(await read('.ui/resources/own.md')).toBe('own');
    expect((await stat(join(baseDir, 'event'))).mode & 0o777).toBe(0o755);
  });

  test('a missing one is added', async () => {
    await installBundle({ baseDir });
    await rm(join(baseDir, 'state'));
    expect((await installBundle({ baseDir })).installed).toEqual(['.ui/state']);
  });
});

describe('CLAUDE.md', () => {
  test('that exists gets the section after a separator', async () => {
    await writeFile(join(project, 'CLAUDE.md'), '# Mine\n\nRules.');
    const result = await installBundle({ baseDir });
    expect(result.appended).toEqual(['CLAUDE.md']);
    expect(result.installed).not.toContain('CLAUDE.md');
    const text = await read('CLAUDE.md');
    expect(text.startsWith('# Mine\n\nRules.\n\n---\n\n<!-- ui-builder:start -->\n')).toBe(true);
    expect(text.endsWith('<!-- ui-builder:end -->\n')).toBe(true);
  });

  test('with the section stays unchanged', async () => {
    await writeFile(join(project, 'CLAUDE.md'), '<!-- ui-builder:start -->\nold\n<!-- ui-builder:end -->\n');
    const result = await installBundle({ baseDir });
    expect(result.skipped).toEqual(['CLAUDE.md']);
    expect(await read('CLAUDE.md')).toContain('old');
  });

  test('with force, the section is replaced and the rest stays', async () => {
    await writeFile(
      join(project, 'CLAUDE.md'),
      'before\n<!-- ui-builder:start -->\nold\n<!-- ui-builder:end -->\nafter\n',
    );
    const result = await installBundle({ baseDir, force: true });
    expect(result.installed).toContain('CLAUDE.md');
    const text = await read('CLAUDE.md');
    expect(text).toMatch(
      /^before\n<!-- ui-builder:start -->\n## Live UI[\s\S]*<!-- ui-builder:end -->\nafter\n$/,
    );
    expect(text).not.toContain('old');
    await installBundle({ baseDir, force: true });
    expect(await read('CLAUDE.md')).toBe(text);
  });

  test('whose section has no end is not touched, and nothing is written', async () => {
    const broken = '<!-- ui-builder:start -->\nold\nmy own rules\n';
    await writeFile(join(project, 'CLAUDE.md'), broken);
    await expect(installBundle({ baseDir, force: true })).rejects.toThrow(/ui-builder:end/);
    expect(await everything(project)).toEqual(['CLAUDE.md']);
    expect(await read('CLAUDE.md')).toBe(broken);
  });

  test('that is a link inside the project is written to its target', async () => {
    await writeFile(join(project, 'AGENTS.md'), '# Rules\n');
    await symlink('AGENTS.md', join(project, 'CLAUDE.md'));
    expect((await installBundle({ baseDir })).appended).toEqual(['CLAUDE.md']);
    expect((await lstat(join(project, 'CLAUDE.md'))).isSymbolicLink()).toBe(true);
    expect(await read('AGENTS.md')).toContain('ui-builder:start');
  });
});

describe('hazards', () => {
  let outside: string;
  beforeEach(async () => {
    outside = await mkdtemp(join(tmpdir(), 'install-out-'));
  });
  afterEach(() => rm(outside, { recursive: true, force: true }));

  test('a folder that is a link out of the project', async () => {
    await symlink(outside, join(project, '.claude'));
    await expect(installBundle({ baseDir })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await everything(outside)).toEqual([]);
    expect(await everything(project)).toEqual(['.claude']);
  });

  test.each([true, false])('a file that is a link out of base_dir, force: %s', async (force) => {
    await writeFile(join(outside, 'secret'), 'keep');
    await mkdir(join(baseDir, 'resources'), { recursive: true });
    await symlink(join(outside, 'secret'), join(baseDir, 'resources/mcp.md'));
    await expect(installBundle({ baseDir, force })).rejects.toThrow(/leads out of/);
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('keep');
  });

  test('a broken link, which writing would fill', async () => {
    await symlink(join(outside, 'new'), join(project, 'CLAUDE.md'));
    await expect(installBundle({ baseDir, force: true })).rejects.toThrow(/leads nowhere/);
    expect(await everything(outside)).toEqual([]);
  });

  test('a file in place of a folder', async () => {
    await writeFile(join(project, '.claude'), 'a file');
    await expect(installBundle({ baseDir })).rejects.toMatchObject({ code: 'conflict' });
    expect(await read('.claude')).toBe('a file');
  });

  test('a folder in place of a file', async () => {
    await mkdir(join(baseDir, 'event'), { recursive: true });
    await expect(installBundle({ baseDir, force: true })).rejects.toMatchObject({ code: 'conflict' });
  });

  // Root may write everywhere.
  test.skipIf(process.getuid?.() === 0)('a project that is read-only', async () => {
    await mkdir(join(project, 'locked'), { mode: 0o555 });
    const locked = join(project, 'locked', '.ui');
    await expect(installBundle({ baseDir: locked })).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('a project that is itself reached through a link is fine', async () => {
    await symlink(project, join(outside, 'alias'));
    const { installed } = await installBundle({ baseDir: join(outside, 'alias', '.ui') });
    expect(installed).toContain('.ui/event');
    expect(await everything(project)).toEqual([...installed].sort());
  });
});
