import { z } from 'zod';
import type { Area, Prompt, Resource } from '../area/area.ts';
import type { Tool } from '../area/tool.ts';

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
  tools(): ListedTool[];
  tool(name: string): { tool: Tool; inputSchema: ListedTool['inputSchema'] } | undefined;
  toolNames(): string[];
  resources(): Resource[];
  prompts(): Prompt[];
  instructions: string;
  /** Forget what was made: an area's tools have changed. */
  refresh(): void;
}

export function createCatalog(areas: readonly Area[]): Catalog {
  let listed: Map<string, { tool: Tool; listed: ListedTool }> | undefined;
  const entries = () => {
    listed ??= new Map(
      areas.flatMap((area) => area.tools ?? []).map((tool) => [tool.name, { tool, listed: toListed(tool) }]),
    );
    return listed;
  };
  return {
    tools: () => [...entries().values()].map((entry) => entry.listed),
    tool(name) {
      const entry = entries().get(name);
      return entry && { tool: entry.tool, inputSchema: entry.listed.inputSchema };
    },
    toolNames: () => [...entries().keys()],
    resources: () => areas.flatMap((area) => area.resources ?? []),
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
      ? { outputSchema: toJsonSchema(tool.output, 'output') as ListedTool['inputSchema'] }
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
