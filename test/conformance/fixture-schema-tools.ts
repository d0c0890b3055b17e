import { z } from 'zod';
import { defineTool, type Tool } from '../../src/area/tool.ts';

const customHeaders = defineTool({
  name: 'test_x_mcp_header',
  title: 'Parameter in a header',
  description: 'Its parameter is mirrored in a request header.',
  input: z.strictObject({
    region: z.string().meta({ 'x-mcp-header': 'Region' }),
    note: z.string().optional(),
  }),
  handle: ({ region }) => ({ text: `Region ${region}` }),
});

const jsonSchema = defineTool({
  name: 'json_schema_2020_12_tool',
  title: 'JSON Schema 2020-12',
  description: 'Tool with JSON Schema 2020-12 features',
  input: z.strictObject({
    name: z.string().optional(),
    address: z.strictObject({ street: z.string().optional(), city: z.string().optional() }).optional(),
    contactMethod: z.enum(['phone', 'email']).optional(),
    phone: z.string().optional(),
    email: z.string().optional(),
  }),
  // zod cannot say anchors and conditions.
  inputJsonSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
  handle: (input) => ({ text: `Got ${JSON.stringify(input)}` }),
});

/** Tools whose input schema is what the suites look at. */
export const fixtureSchemaTools: readonly Tool[] = [customHeaders, jsonSchema];
