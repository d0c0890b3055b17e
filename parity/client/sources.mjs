import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The module that main.mjs knows Lowdefy by: the client, its types as a stock server collects them from the packages,
 * and what frames the client, where the packages have such a thing.
 */
export function packagesSource(packages) {
  const lines = [
    "import Client, * as client from '@lowdefy/client';",
    "import { serializer } from '@lowdefy/helpers';",
  ];
  const types = Object.entries(packages.parts).map(([part, found]) => {
    const names = found.map(({ file }, i) => {
      lines.push(`import * as ${part}${i} from ${JSON.stringify(file)};`);
      return `...${part}${i}`;
    });
    return `${part}: { ${names.join(', ')} }`;
  });
  if (isThemed(packages))
    lines.push("import * as antd from 'antd';", "import * as cssinjs from '@ant-design/cssinjs';");
  else lines.push('const antd = undefined;', 'const cssinjs = undefined;');
  lines.push(
    "import * as icons from 'icons-in-use';",
    `export const types = { ${types.join(', ')}, icons };`,
    'export { antd, Client, client, cssinjs, serializer };',
  );
  return lines.join('\n');
}

/** Whether antd makes its styles in the page, from a theme that a stock server wraps around the client. */
export function isThemed({ folderOf }) {
  const index = readFileSync(join(folderOf('@lowdefy/client'), 'dist', 'index.js'), 'utf8');
  return index.includes('useDarkMode');
}

/** Blocks and apps name their icons as strings; those here are all of one set. */
export function iconsSource() {
  return "export * from 'react-icons/ai';";
}

/** The texts of all scripts in a folder. */
export function scriptsIn(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8'));
}
