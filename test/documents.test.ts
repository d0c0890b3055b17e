import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseFlags } from '../src/cli/command.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { configSchema } from '../src/server/config-schema.ts';
import { documents, fencesOf, readDocument } from './docs-markdown.ts';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Of a heading, as GitHub and the site make it. */
const toAnchor = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const withoutCode = (text: string) =>
  text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '').replaceAll(/`[^`\n]*`/g, '');

function anchorsIn(path: string): string[] {
  const text = readFileSync(path, 'utf8').replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading));
}

function brokenLinks(name: string): string[] {
  const links = [...withoutCode(readDocument(name)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const path = file === '' ? join(root, name) : join(root, dirname(name), file);
    if (!existsSync(path)) return true;
    return anchor !== undefined && !anchorsIn(path).includes(anchor);
  });
}

describe('links lead somewhere', () => {
  test.each(documents)('in %s', (name) => {
    expect(brokenLinks(name)).toEqual([]);
  });

  test('every guide and reference can be reached from the README', () => {
    const readme = readDocument('README.md');
    const pages = documents.filter((name) => /^docs\/(guide|reference)\//.test(name));
    expect(pages.filter((name) => !readme.includes(`(${name})`))).toEqual([]);
  });
});

/** Command lines of a document: in its shell blocks and in its running text. */
function commandsIn(name: string, program: string): string[] {
  const text = readDocument(name);
  const line = new RegExp(`^(?:node \\S*dist/cli/main\\.js|${program}) (.+)$`);
  const blocks = fencesOf(text)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.replaceAll('\\\n', ' ').split('\n'));
  const inline = [...text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  return [...blocks, ...inline].flatMap((code) => {
    const [, args] = line.exec(code.split(' #')[0]?.trim() ?? '') ?? [];
    return args === undefined ? [] : [args];
  });
}

/** What is wrong with the arguments of `tandem`, in the words that a user would read. */
async function mistakeIn(args: string): Promise<string | undefined> {
  // A usage line: options in brackets, alternatives behind a bar.
  const words = args
    .replaceAll(/[[\]]/g, '')
    .replaceAll('\\|', ' ')
    .replaceAll(/[|>].*/g, '')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '…');
  const [name = '', ...rest] = words;
  if (name.startsWith('-') || /^[A-Z]+$/.test(name) || name === 'help') return undefined;
  const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.() : undefined;
  if (!command) return `tandem ${args}: unknown command`;
  try {
    parseFlags(name, command, [...rest, '--help']);
    return undefined;
  } catch (error) {
    return `tandem ${args}: ${(error as Error).message}`;
  }
}

describe('commands exist', () => {
  test.each(documents)('in %s', async (name) => {
    const mistakes = await Promise.all(commandsIn(name, 'tandem').map(mistakeIn));
    expect(mistakes.filter((mistake) => mistake !== undefined)).toEqual([]);
    const npm = commandsIn(name, 'npm').flatMap((args) => /^run ([\w:-]+)/.exec(args)?.[1] ?? []);
    // The bakery is a project of its own.
    const known = name.startsWith('examples/bakery') ? ['build'] : Object.keys(scripts);
    expect(npm.filter((script) => !known.includes(script))).toEqual([]);
  });

  test('and are found in the documents', () => {
    const all = documents.flatMap((name) => commandsIn(name, 'tandem'));
    for (const command of Object.keys(COMMANDS))
      expect(all.join('\n')).toMatch(new RegExp(`^${command}\\b`, 'm'));
  });
});

/** The keys of `tandem.yaml`; a block with others is a file of something else. */
const CONFIG_KEYS = new Set(Object.keys(configSchema.shape));

describe('snippets', () => {
  const snippets = documents
    .filter((name) => name !== 'CHANGELOG.md')
    .flatMap((name) =>
      fencesOf(readDocument(name)).map((fence) => ({ ...fence, at: `${name}:${fence.line}` })),
    );
  const of = (language: string) =>
    snippets.filter((fence) => fence.language === language && !fence.code.includes('…'));

  test.each(of('yaml'))(
    'YAML at $at is valid, and is valid configuration if it is tandem.yaml',
    ({ code }) => {
      const value = parse(code) as Record<string, unknown>;
      const isConfig = Object.keys(value).every((key) => CONFIG_KEYS.has(key));
      if (isConfig) expect(configSchema.safeParse(value).error?.issues ?? []).toEqual([]);
    },
  );

  test.each(of('json'))('JSON at $at is valid', ({ code }) => {
    for (const line of /^\{.*\}$/m.test(code) ? code.trim().split('\n') : [code]) JSON.parse(line);
  });

  test('name their language', () => {
    expect(snippets.filter(({ language }) => language === '').map(({ at }) => at)).toEqual([]);
  });
});

describe('numbers', () => {
  const performance = readDocument('docs/reference/performance.md');
  /** Calls and tokens of a row of the table "Tokens". */
  const row = (name: string) => {
    const [, calls = '', read = ''] =
      new RegExp(`^\\| ${name.replaceAll(/[().]/g, '\\$&')} \\| ([\\d,]+) \\| ([\\d,]+) \\|`, 'm').exec(
        performance,
      ) ?? [];
    return { calls, read };
  };
  const ROWS = {
    'order-compact': 'Tandem, `format: compact`',
    'order-tags': 'Tandem, tags',
    'invoice-compact': 'an invoice in `examples/invoices`, `format: compact`',
    'invoice-tags': 'an invoice in `examples/invoices`, tags',
  };

  test.each(Object.entries(ROWS))('of the job %s are those that npm run bench:tokens prints', (job, name) => {
    const golden = readFileSync(join(root, 'test/tokens/golden', `${job}.txt`), 'utf8');
    const [, read = '', calls = ''] = /^--- (\d+) tokens in (\d+) calls$/m.exec(golden) ?? [];
    expect(row(name)).toEqual({ calls, read: Number(read).toLocaleString('en-US') });
  });

  const peers = readDocument('docs/reference/peers.md');
  /** The rows of a job in the tables of the peers, by agent: calls, tokens read, tokens written, time, memory. */
  const rowsOf = (heading: string) => {
    const [, table = ''] =
      new RegExp(`^### ${heading}[^\\n]*\\n\\n([\\s\\S]*?)\\n\\n`, 'm').exec(peers) ?? [];
    const rows = table.split('\n').slice(2);
    return new Map(
      rows.map((line) => {
        const [agent = '', ...cells] = line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim());
        return [agent, cells];
      }),
    );
  };
  const order = rowsOf('30 inputs');
  const invoice = rowsOf('A form with a list');

  test('of the peers are those of the token bench, where it is us', () => {
    const cellsOf = ({ calls, read }: { calls: string; read: string }) => [calls, read];
    for (const [rows, job] of [
      [order, 'order'],
      [invoice, 'invoice'],
    ] as const) {
      expect(rows.size).toBe(5);
      expect(rows.get('Tandem, `format: compact`')?.slice(0, 2)).toEqual(
        cellsOf(row(ROWS[`${job}-compact`])),
      );
      expect(rows.get('Tandem, tags')?.slice(0, 2)).toEqual(cellsOf(row(ROWS[`${job}-tags`])));
    }
  });

  test('in the FAQ are those of the peers', () => {
    const faq = readDocument('docs/guide/faq.md');
    for (const [agent, [calls, read, , time, memory]] of order)
      expect(faq).toContain(`| ${agent} | ${calls} | ${read} | ${time} | ${memory} |`);
  });

  test('in the README are those of the peers', () => {
    const readme = readDocument('README.md').replaceAll(/\s+/g, ' ');
    const ours = 'Tandem, `format: compact`';
    const theirs = 'Playwright MCP, default';
    const saying = (cells: string[] | undefined, text: string) =>
      text.replace('CALLS', cells?.[0] ?? '?').replace('READ', cells?.[1] ?? '?');
    for (const said of [
      saying(invoice.get(ours), 'A whole invoice costs the agent CALLS calls and READ tokens'),
      saying(invoice.get(theirs), 'with Playwright MCP on the same app it is CALLS calls and READ tokens'),
      saying(order.get(ours), 'Tandem takes CALLS calls and READ tokens'),
      saying(order.get(theirs), 'Playwright MCP CALLS calls and READ'),
      saying(order.get('Playwright MCP, frugal'), '(READ when used frugally)'),
    ])
      expect(readme).toContain(said);
  });
});

test('images are used, and small enough to load', () => {
  const images = join(root, 'docs/images');
  const texts = documents.map(readDocument).join('\n');
  const names = readdirSync(images);
  expect(names.filter((name) => statSync(join(images, name)).size > 2_000_000)).toEqual([]);
  // Those in dark are the same, for the site.
  const unused = names.filter((name) => !name.includes('-dark.') && !texts.includes(`images/${name}`));
  expect(unused).toEqual([]);
});
