import type { NamedTool } from './named-tool.ts';
import { toToolName } from './tool-name.ts';

/** The tool that lists what the fields of a form can be set to, for options that only the running app knows. */
export function toOptionsTool(form: NamedTool): NamedTool | undefined {
  const fields = form.fields.filter(({ options }) => options === 'request' || options === 'computed');
  if (fields.length === 0) return undefined;
  const { controls, ...rest } = form;
  const { properties } = form.inputSchema as { properties: Record<string, unknown> };
  const own = { field: { enum: fields.map(({ path }) => path) }, query: { type: 'string' } };
  const taken = Object.entries(controls).map(([name, key]) => [name, properties[key]]);
  return {
    ...rest,
    kind: 'options',
    name: toToolName('options', form.name),
    title: `Options: ${form.title}`,
    description: `Options of a field of ${form.name}.`,
    inputSchema: {
      type: 'object',
      properties: { ...own, ...Object.fromEntries(taken) },
      required: ['field'],
      additionalProperties: false,
    },
    outputSchema: OPTIONS_SCHEMA,
    annotations: { readOnlyHint: true },
    controls: Object.fromEntries(Object.keys(controls).map((name) => [name, name])),
    fields,
  };
}

const OPTIONS_SCHEMA = { type: 'object', properties: { options: { type: 'array' } } };
