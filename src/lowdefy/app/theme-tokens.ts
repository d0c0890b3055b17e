import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isRecord } from '../../lib/is-record.ts';
import type { Logger } from '../../lib/logger.ts';
import type { PackageFinder } from './find-packages.ts';
import { cannotLoad } from './load-export.ts';

type Tokens = Record<string, unknown>;

/** The design tokens of a theme: those that the app sets, and all that the block library derives from them. */
export type ThemeTokens = (antd: unknown, isDark: boolean) => Tokens;

/** Computed by the app's own block library. If that cannot be loaded, only what the app sets is known. */
export function loadThemeTokens(finder: PackageFinder, log: Logger): ThemeTokens {
  const folder = finder.folderOf('@lowdefy/blocks-antd');
  try {
    const require = createRequire(join(folder ?? finder.dir, 'package.json'));
    const load = (part: string) => require(`antd/lib/theme/${part}`).default;
    const getDesignToken = load('getDesignToken') as (theme: object) => Tokens;
    const algorithms: Record<string, unknown> = {
      default: load('themes/default'),
      dark: load('themes/dark'),
      compact: load('themes/compact'),
    };
    return (antd, isDark) => {
      const algorithm = algorithmsOf(antd, isDark).map((name) => algorithms[name] ?? algorithms.default);
      return getDesignToken({ token: ownTokens(antd, isDark), algorithm });
    };
  } catch (error) {
    log.debug(cannotLoad('antd', error));
    return ownTokens;
  }
}

/** What the app sets for both modes, and for light or dark alone. */
export function ownTokens(antd: unknown, isDark: boolean): Tokens {
  const { token, lightToken, darkToken } = isRecord(antd) ? antd : {};
  const mode = isDark ? darkToken : lightToken;
  return { ...(isRecord(token) ? token : {}), ...(isRecord(mode) ? mode : {}) };
}

/** The app's list of algorithms does not decide whether it is dark. */
function algorithmsOf(antd: unknown, isDark: boolean): string[] {
  const given = isRecord(antd) ? [antd.algorithm].flat() : [];
  const kept = given.map(String).filter((name) => ['default', 'compact'].includes(name));
  return [...(kept.length > 0 ? kept : ['default']), ...(isDark ? ['dark'] : [])];
}
