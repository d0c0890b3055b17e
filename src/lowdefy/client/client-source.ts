import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientPackages } from './client-packages.ts';

/** The client shows a spinner and a warning of its own. */
const OWN_ICONS = ['AiOutlineLoading3Quarters', 'AiOutlineExclamationCircle'];
/** Sets that apps use most, each loaded when a page needs it. All sets together would be 40 MB. */
const ICON_SETS = ['ai', 'bi', 'fa', 'fi', 'hi', 'io5', 'md'];
/** The client itself needs blocks of these. */
const ALWAYS = ['@lowdefy/blocks-antd', '@lowdefy/blocks-basic', '@lowdefy/blocks-loaders'];

/** What the stock server wraps around the client since Lowdefy 5. */
const THEMING = [
  "import { App, ConfigProvider, theme } from 'antd';",
  "import { StyleProvider } from '@ant-design/cssinjs';",
  "import { useDarkMode } from '@lowdefy/client';",
  'export const theming = { App, ConfigProvider, StyleProvider, theme, useDarkMode };',
];

/** The name under which the frame's own code imports Lowdefy. */
export const CLIENT_MODULE = 'lowdefy-client';

/** What components of plugins must share with the client: two copies of React do not work together. */
export const SHARED = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'antd',
  '@ant-design/icons',
  '@lowdefy/block-utils',
  '@lowdefy/helpers',
];
/** Where they find it. */
export const SHARED_NAME = 'tandem.client-modules';

/** The module that the frame knows Lowdefy by; packages of blocks are loaded when a page uses one of their types. */
export function clientSource({ blocks, operators, folderOf, isThemed }: ClientPackages): string {
  const lines = [
    "export { default as Client } from '@lowdefy/client';",
    "export { default as initLowdefyContext } from '@lowdefy/client/initLowdefyContext.js';",
    "export { default as getContext } from '@lowdefy/engine';",
    "export { get, serializer, set, urlQuery } from '@lowdefy/helpers';",
    "export { Modal as AntdModal } from 'antd';",
    ...(isThemed ? THEMING : ['export const theming = undefined;']),
    `import { ${OWN_ICONS.join(', ')} } from 'react-icons/ai';`,
    `export const ownIcons = { ${OWN_ICONS.join(', ')} };`,
    ...operators.map(({ file }, i) => `import * as operators${i} from ${JSON.stringify(file)};`),
    `export const operators = Object.assign({}, ${operators.map((_, i) => `operators${i}`).join(', ')});`,
  ];
  const packages = blocks.map(({ name, file }) => {
    const types = typesIn(file);
    const isAlways = ALWAYS.includes(name);
    return `{ types: ${JSON.stringify(types)}, isAlways: ${isAlways}, load: () => import(${JSON.stringify(file)}) }`;
  });
  const sets = ICON_SETS.filter((set) => hasSet(folderOf, set)).map(
    (set) => `${JSON.stringify(set)}: () => import('react-icons/${set}')`,
  );
  lines.push(
    `export const blockPackages = [${packages.join(', ')}];`,
    `export const iconSets = { ${sets.join(', ')} };`,
    ...SHARED.map((name, i) => `import * as shared${i} from ${JSON.stringify(name)};`),
    `globalThis[Symbol.for(${JSON.stringify(SHARED_NAME)})] = { ${SHARED.map((name, i) => `${JSON.stringify(name)}: shared${i}`).join(', ')} };`,
  );
  return lines.join('\n');
}

function typesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/\bdefault as (\w+)/g)].flatMap(([, name]) => name ?? []);
}

function hasSet(folderOf: ClientPackages['folderOf'], set: string): boolean {
  const folder = folderOf('react-icons');
  if (folder === undefined) return false;
  try {
    readFileSync(join(folder, set, 'package.json'));
    return true;
  } catch {
    return false;
  }
}
