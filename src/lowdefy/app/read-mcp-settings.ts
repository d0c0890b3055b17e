import { isRecord } from '../../lib/is-record.ts';
import { checkYaml } from '../../lib/yaml-source.ts';
import { readMainFile, topLevelPart } from '../build/main-file.ts';
import { type McpTopInput, mcpTopSchema } from './mcp-schema.ts';

/** `mcp:` at the top of an app's `lowdefy.yaml`, only what is written there. */
export interface McpFileSettings extends Omit<McpTopInput, 'limits'> {
  limits?: Record<string, number>;
}

export interface McpSettingsFile {
  settings: McpFileSettings;
  /** The file that contains them, relative to the app. */
  file: string;
  /** `lowdefy.yaml:12`, for messages about a setting that turns out to be wrong later. */
  where(...path: string[]): string;
}

/** Loads nothing of Lowdefy, so that a server can be configured before an app is built. */
export function readMcpSettings(dir: string): McpSettingsFile {
  const main = readMainFile(dir);
  const part = main && topLevelPart(dir, main, 'mcp');
  if (!part || part.value === null)
    return { settings: {}, file: main?.file ?? 'lowdefy.yaml', where: () => 'lowdefy.yaml' };
  const { source, path, value } = part;
  const where = (...keys: (string | number)[]) => `${source.file}:${source.lineOf([...path, ...keys])}`;
  const settings = checkYaml(mcpTopSchema, value, { where: (keys) => where(...keys), prefix: 'mcp' });
  // As written: defaults filled in here would hide those of tandem.yaml.
  const limits = isRecord(value) ? (value.limits as Record<string, number> | undefined) : undefined;
  return { settings: { ...settings, limits }, file: source.file, where };
}
