import { z } from 'zod';
import type { Area, Prompt, Resource } from '../area/area.ts';
import type { Notifier } from '../area/notifier.ts';
import type { Tool } from '../area/tool.ts';
import type { Principal } from '../auth/principal.ts';

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [key: string]: unknown };
  outputSchema?: { type: 'object'; [key: string]: unknown };
  annotations?: Record<string, unknown>;
}

/** Everything the areas offer, assembled once; schemas are created on first use and cached. */
export interface Catalog {
  tools(principal: Principal): Promise<ListedTool[]>;
  /** A tool, if this caller has it. */
  tool(name: string, principal: Principal): Promise<Tool | undefined>;
  toolNames(principal: Principal): Promise<string[]>;
  /** The schema of a tool that everybody has. */
  inputSchema(name: string): ListedTool['inputSchema'] | undefined;
  /** Whether there can be any, for whoever asks; said once, when a client connects. */
  hasResources(): boolean;
  resources(principal: Principal): Promise<Resource[]>;
  /** Whether arguments of prompts or resources can be completed. */
  completes(): boolean;
  prompts(): Prompt[];
  instructions: string;
  /** Forget what was made: an area's tools have changed. */
  refresh(): void;
}

export function createCatalog(areas: readonly Area[], notify: Notifier): Catalog {
  let listed: Map<string, { tool: Tool; listed: ListedTool }> | undefined;
  const entries = () => {
    listed ??= new Map(
      areas.flatMap((area) => area.tools ?? []).map((tool) => [tool.name, { tool, listed: toListed(tool) }]),
    );
    return listed;
  };
  const more = async (principal: Principal) => {
    const all = await Promise.all(areas.map((area) => area.toolsFor?.(principal, notify) ?? []));
    // A name that everybody has stays what it is.
    return all.flat().filter((tool) => !entries().has(tool.name));
  };
  return {
    async tools(principal) {
      const everybodys = [...entries().values()].map((entry) => entry.listed);
      return [...everybodys, ...(await more(principal)).map(toListed)];
    },
    async tool(name, principal) {
      const known = entries().get(name)?.tool;
      return known ?? (await more(principal)).find((tool) => tool.name === name);
    },
    async toolNames(principal) {
      return [...entries().keys(), ...(await more(principal)).map((tool) => tool.name)];
    },
    inputSchema: (name) => entries().get(name)?.listed.inputSchema,
    hasResources: () => areas.some((area) => (area.resources ?? []).length > 0 || area.resourcesFor),
    async resources(principal) {
      const all = await Promise.all(areas.map((area) => area.resourcesFor?.(principal, notify) ?? []));
      return [...areas.flatMap((area) => area.resources ?? []), ...all.flat()];
    },
    completes: () =>
      areas.some(
        (area) =>
          area.resourcesFor ||
          [...(area.prompts ?? []), ...(area.resources ?? [])].some((one) => one.complete),
      ),
    prompts: () => areas.flatMap((area) => area.prompts ?? []),
    instructions: areas.flatMap((area) => area.instructions ?? []).join('\n\n'),
    refresh() {
      listed = undefined;
    },
  };
}

function toListed(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: toInputSchema(tool) as ListedTool['inputSchema'],
    ...(tool.output
      ? {
          outputSchema: (tool.outputJsonSchema ??
            toJsonSchema(tool.output, 'output')) as ListedTool['inputSchema'],
        }
      : {}),
    ...(tool.annotations ? { annotations: { ...tool.annotations } } : {}),
  };
}

function toInputSchema({ input, inputJsonSchema, shownArguments }: Tool): Record<string, unknown> {
  if (inputJsonSchema) return inputJsonSchema;
  const made = toJsonSchema(input, 'input');
  return shownArguments
    ? { ...made, properties: { ...(made.properties as object), ...shownArguments } }
    : made;
}

/**
 * Said in every list, and so paid for in tokens by every agent: what costs words and helps nobody to call is left out
 * (the dialect, lengths that only guard against abuse). It holds all the same.
 */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      delete jsonSchema.minLength;
      delete jsonSchema.maxLength;
      if (io === 'output') delete jsonSchema.additionalProperties;
    },
  });
  return shown;
}
