import { versionToInstall } from '../../app/plugins.ts';
import { itemsIn, nodeAt, textOf } from '../config-node.ts';
import type { Rule } from '../rule.ts';

export const missingPlugin: Rule = {
  code: 'missing-plugin',
  severity: 'error',
  about: 'A plugin under `plugins:` is not installed.',
  fix: 'Install the plugin with npm in the folder of the app.',
  *check({ root, facts: { plugins, dir } }) {
    for (const entry of itemsIn(nodeAt(root, 'plugins'))) {
      const name = nodeAt(entry, 'name');
      const plugin = plugins.find((one) => one.name === textOf(name));
      if (!name || !plugin || plugin.version !== undefined) continue;
      yield {
        at: name.at,
        message: `The plugin "${plugin.name}" is not installed.`,
        fix: `Run "npm install ${versionToInstall(plugin)}" in ${dir}, or correct the name.`,
      };
    }
  },
};
