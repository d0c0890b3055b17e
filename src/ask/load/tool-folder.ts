import { readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';
import type { Logger } from '../../lib/logger.ts';
import { type AnyMcpTool, isMcpTool } from '../tool/mcp-tool.ts';
import type { ClientSource } from './client-source.ts';
import { findToolFiles, type ToolFile } from './find-tool-files.ts';
import { type ImportedModule, importModule } from './import-module.ts';

export interface ServedTool {
  tool: AnyMcpTool;
  /** Its questions can be shown by its own plugin. */
  hasPlugin: boolean;
  /** Its location, if it is a file. */
  client?: ClientSource;
}

export interface ToolProblem {
  file: string;
  message: string;
}

interface Loaded {
  file: ToolFile;
  tools: AnyMcpTool[];
  problem?: string;
  client?: ClientSource;
  isCurrent: () => boolean;
}

/** The tools in a folder, from its current files. A broken file is reported, and the others are served. */
export class ToolFolder {
  readonly dir: string;
  readonly #log: Logger;
  #loaded = new Map<string, Loaded>();
  #refreshing: Promise<boolean> | undefined;

  constructor(options: { dir: string; log: Logger }) {
    this.dir = options.dir;
    this.#log = options.log;
  }

  get tools(): ServedTool[] {
    const seen = new Set<string>();
    return [...this.#loaded.values()].flatMap(({ tools, file, client }) =>
      tools.flatMap((tool) => {
        if (seen.has(tool.name)) return [];
        seen.add(tool.name);
        return [{ tool, hasPlugin: file.hasPlugin, ...(client ? { client } : {}) }];
      }),
    );
  }

  get problems(): ToolProblem[] {
    return [...this.#loaded.values()].flatMap(({ problem, file }) =>
      problem === undefined ? [] : [{ file: relative(this.dir, file.path), message: problem }],
    );
  }

  /** Checks the files again; returns true if the served tools have changed. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<boolean> {
    const files = findToolFiles(this.dir);
    const loaded = await Promise.all(files.map((file) => this.#load(file)));
    const before = [...this.#loaded.values()];
    const isSame = before.length === loaded.length && loaded.every((one, index) => one === before[index]);
    if (isSame) return false;
    this.#loaded = new Map(loaded.map((one) => [one.file.path, one]));
    this.#reportDuplicates();
    for (const { file, message } of this.problems)
      this.#log.warn(`tools/${file} is not available: ${message}`);
    return true;
  }

  async #load(file: ToolFile): Promise<Loaded> {
    const before = this.#loaded.get(file.path);
    if (before?.isCurrent() && before.file.plugin === file.plugin) return before;
    if (!mayBeTool(file.path)) return notATool(file, before);
    let module: ImportedModule;
    try {
      module = await importModule(file.path);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      // The error may be in an imported file, and it is not known which files those are.
      const isSame = before?.problem === problem && before.tools.length === 0;
      return isSame ? before : { file, tools: [], problem, isCurrent: () => false };
    }
    const tools = [...new Set(Object.values(module.exports).filter(isMcpTool))];
    const good = tools.filter(isShowable);
    const [bad] = tools.filter((tool) => !isShowable(tool));
    const problem = bad
      ? `the parameters of "${bad.name}" cannot be expressed as JSON Schema; use strings, numbers, booleans, choices, arrays and objects.`
      : 'it exports no tool; finish it with .execute(…) or .handoff(…) and export the result.';
    const isGood = good.length > 0 && !bad;
    const { path, plugin } = file;
    const client = plugin && { plugin, toolFile: { path, exports: exportedTools(module) } };
    return {
      file,
      tools: good,
      ...(isGood ? {} : { problem }),
      ...(client ? { client } : {}),
      isCurrent: module.isCurrent,
    };
  }

  #reportDuplicates(): void {
    const owners = new Map<string, string>();
    for (const [path, one] of this.#loaded)
      for (const { name } of one.tools) {
        const owner = owners.get(name);
        if (owner === undefined) owners.set(name, path);
        else if (owner !== path)
          this.#log.warn(
            `tools/${relative(this.dir, one.file.path)}: its tool "${name}" is not available, because ${relative(this.dir, owner)} defines one of that name; its other tools are.`,
          );
      }
  }
}

function exportedTools({ exports }: ImportedModule): Record<string, AnyMcpTool> {
  return Object.fromEntries(
    Object.entries(exports).filter((entry): entry is [string, AnyMcpTool] => isMcpTool(entry[1])),
  );
}

/** One tool that cannot be listed would hide all the others. */
function isShowable({ parameters }: AnyMcpTool): boolean {
  try {
    return z.toJSONSchema(parameters, { io: 'input' }).type === 'object';
  } catch {
    return false;
  }
}

/** Loading a file runs it, and not every folder called tools is ours. */
function mayBeTool(path: string): boolean {
  try {
    return readFileSync(path, 'utf8').includes('tandem-mcp');
  } catch {
    return false;
  }
}

function notATool(file: ToolFile, before: Loaded | undefined): Loaded {
  const stamp = () => {
    const found = statSync(file.path, { throwIfNoEntry: false });
    return found && `${found.mtimeMs} ${found.size}`;
  };
  const own = stamp();
  return before && before.tools.length === 0 && before.problem === undefined
    ? before
    : { file, tools: [], isCurrent: () => stamp() === own };
}
