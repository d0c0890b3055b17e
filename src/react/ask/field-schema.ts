/** The part of JSON Schema that questions are made of. */
export interface FieldSchema {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: string[];
  enumNames?: string[];
  oneOf?: TitledChoice[];
  anyOf?: TitledChoice[];
  items?: FieldSchema;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

interface TitledChoice {
  const: string;
  title?: string;
}

export interface FieldChoice {
  value: string;
  title: string;
}

/** Which control shows a field. `json` is for everything without a control of its own. */
export type FieldKind = 'text' | 'longText' | 'number' | 'boolean' | 'choice' | 'choices' | 'json';

const LONG_TEXT = 200;

export function kindOf(schema: FieldSchema): FieldKind {
  if (choicesOf(schema)) return 'choice';
  if (schema.type === 'array' && schema.items && choicesOf(schema.items)) return 'choices';
  if (schema.type === 'boolean') return 'boolean';
  if (schema.type === 'number' || schema.type === 'integer') return 'number';
  if (schema.type !== 'string') return 'json';
  const { maxLength = 0, format } = schema;
  return maxLength > LONG_TEXT && format === undefined ? 'longText' : 'text';
}

/** The values to choose from, with their names; of a list, those of its items. */
export function choicesOf(schema: FieldSchema): FieldChoice[] | undefined {
  const titled = schema.oneOf ?? schema.anyOf;
  if (titled?.every((one) => typeof one.const === 'string'))
    return titled.map((one) => ({ value: one.const, title: one.title ?? one.const }));
  return schema.enum?.map((value, index) => ({ value, title: schema.enumNames?.[index] ?? value }));
}

/** The fields of a question's schema in their order. */
export function fieldsOf(
  schema: Record<string, unknown>,
): { name: string; schema: FieldSchema; required: boolean }[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, FieldSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    required: required.includes(name),
  }));
}
