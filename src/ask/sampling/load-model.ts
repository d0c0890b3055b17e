import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LanguageModel } from 'ai';
import { TandemError } from '../../errors.ts';
import { importModule } from '../load/import-module.ts';
import { createScriptedModel } from './scripted-model.ts';

const FILES = ['model.ts', 'model.js', 'model.mjs'];

/** The configured model; without a setting, that of the first folder with a model file, otherwise none. */
export async function loadModel(
  folders: readonly string[],
  setting: string | undefined,
): Promise<LanguageModel | undefined> {
  if (setting === 'scripted')
    return createScriptedModel(() => 'This answer is scripted: no model was asked.');
  if (setting?.startsWith('.')) return fromFile(resolve(folders[0] ?? '.', setting));
  if (setting !== undefined) return setting;
  // Only next to tools: a file of that name elsewhere belongs to somebody else, and loading runs it.
  const file = folders
    .filter((folder) => existsSync(join(folder, 'tools')))
    .flatMap((folder) => FILES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
  return file === undefined ? undefined : fromFile(file);
}

async function fromFile(path: string): Promise<LanguageModel> {
  if (!existsSync(path)) throw new TandemError('invalid_config', `ask.model: file not found: ${path}.`);
  const { model } = (await importModule(path)).exports;
  if (model !== null && typeof model === 'object' && 'doGenerate' in model) return model as LanguageModel;
  throw new TandemError(
    'invalid_config',
    `${path} exports no "model". Write: export const model = anthropic('…'), or any other model of the AI SDK.`,
  );
}
