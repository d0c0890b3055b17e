import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { distributionFiles, readPackage, switchDocument } from '../scripts/distribution.mjs';

const root = join(import.meta.dirname, '..');
const about = readPackage();
const published = distributionFiles({ ...about, tandem: { published: true } });
const json = (files: Record<string, string>, path: string) => JSON.parse(files[path] ?? '');

describe('what tells the world how to get Tandem', () => {
  test.each(Object.entries(distributionFiles(about)))('%s is what package.json says', (path, text) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(text);
  });

  test('one switch turns every command of the documents into npx, and back', () => {
    const documents = Object.keys(published).filter((path) => path.endsWith('.md'));
    expect(documents.length).toBeGreaterThan(10);
    const left = documents.filter((path) => published[path]?.includes('/path/to/tandem'));
    expect(left).toEqual([]);
    for (const path of documents) {
      const text = readFileSync(join(root, path), 'utf8');
      expect(switchDocument(switchDocument(text, true), false)).toBe(text);
    }
    expect(published['README.md']).toContain(
      'claude mcp add tandem -- npx -y tandem-mcp mcp --dir /path/to/project',
    );
  });

  test('the entry for the MCP registry', () => {
    const server = json(published, 'server.json');
    // Limits of the registry's schema.
    expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(server.description.length).toBeLessThanOrEqual(100);
    expect(server.packages[0]).toMatchObject({
      registryType: 'npm',
      identifier: about.name,
      version: about.version,
    });
    // The registry compares this with the published package.
    expect(json(published, 'package.json').mcpName).toBe(server.name);
    expect(json(distributionFiles(about), 'server.json').packages).toBeUndefined();
  });

  test('install links say what the editors start', () => {
    const text =
      Object.values(published).find((one) => one.includes('insiders.vscode.dev/redirect/mcp/install')) ?? '';
    const [, code = ''] = /vscode\.dev\/redirect\/mcp\/install\?name=tandem&config=([^)]+)/.exec(text) ?? [];
    const [, cursor = ''] = /install-mcp\?name=tandem&config=([^)]+)/.exec(text) ?? [];
    const server = { command: 'npx', args: ['-y', 'tandem-mcp', 'mcp', '--dir', `\${workspaceFolder}`] };
    expect(JSON.parse(decodeURIComponent(code))).toEqual({ type: 'stdio', ...server });
    expect(JSON.parse(Buffer.from(decodeURIComponent(cursor), 'base64').toString())).toEqual(server);
  });

  test('the plugin has skills with a name and a description', () => {
    const skills = join(root, 'plugin/skills');
    for (const name of readdirSync(skills)) {
      const text = readFileSync(join(skills, name, 'SKILL.md'), 'utf8');
      expect(text).toMatch(new RegExp(`^---\\nname: ${name}\\ndescription: .{40,1024}\\n---\\n`));
    }
    expect(existsSync(join(root, json(published, '.claude-plugin/marketplace.json').plugins[0].source))).toBe(
      true,
    );
  });
});
