import { type FieldSchema, kindOf } from './field-schema.ts';

/** The value of a control while the person types: text as typed, boxes as checked. */
export type RawValue = string | boolean | string[];

/** The initial value of a field. */
export function toRaw(schema: FieldSchema): RawValue {
  const { default: preset } = schema;
  switch (kindOf(schema)) {
    case 'boolean':
      return preset === true;
    case 'choices':
      return Array.isArray(preset) ? preset.map(String) : [];
    case 'json':
      return preset === undefined ? '' : JSON.stringify(preset, null, 2);
    default:
      if (preset === undefined || preset === null) return '';
      return schema.format === 'date-time' ? toLocalTime(String(preset)) : String(preset);
  }
}

/**
 * What the person entered; undefined for nothing. Throws a sentence if it cannot be valid: the server checks
 * everything again, this only saves a round trip.
 */
export function readField(schema: FieldSchema, raw: RawValue, required: boolean): unknown {
  const value = parse(schema, raw);
  if (value === undefined && required) throw new Error('Please fill this in.');
  return value;
}

function parse(schema: FieldSchema, raw: RawValue): unknown {
  if (typeof raw === 'boolean') return raw;
  if (Array.isArray(raw)) return checkCount(schema, raw);
  switch (kindOf(schema)) {
    case 'number':
      return raw.trim() === '' ? undefined : toNumber(schema, raw);
    case 'json':
      return raw.trim() === '' ? undefined : fromJson(raw);
    default:
      return raw === '' ? undefined : toText(schema, raw);
  }
}

function toNumber({ type, minimum, maximum }: FieldSchema, raw: string): number {
  const number = Number(raw);
  if (!Number.isFinite(number)) throw new Error('This is not a number.');
  if (type === 'integer' && !Number.isInteger(number)) throw new Error('Please enter a whole number.');
  if (minimum !== undefined && number < minimum) throw new Error(`Please enter ${minimum} or more.`);
  if (maximum !== undefined && number > maximum) throw new Error(`Please enter ${maximum} or less.`);
  return number;
}

function toText({ format, minLength = 0, maxLength = Infinity }: FieldSchema, raw: string): string {
  if (raw.length < minLength) throw new Error(`Please enter at least ${minLength} characters.`);
  if (raw.length > maxLength) throw new Error(`Please enter at most ${maxLength} characters.`);
  if (format === 'email' && !/^\S+@\S+$/.test(raw)) throw new Error('This is not an e-mail address.');
  if (format === 'uri' && !URL.canParse(raw)) throw new Error('This is not a URL such as https://…');
  if (format !== 'date-time') return raw;
  const time = new Date(raw);
  if (Number.isNaN(time.getTime())) throw new Error('This is not a date and time.');
  return time.toISOString();
}

function checkCount({ minItems = 0, maxItems = Infinity }: FieldSchema, raw: string[]): string[] {
  if (raw.length < minItems) throw new Error(`Please choose at least ${minItems}.`);
  if (raw.length > maxItems) throw new Error(`Please choose at most ${maxItems}.`);
  return raw;
}

function fromJson(raw: string): unknown {
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    throw new Error('This is not JSON.');
  }
}

/** As an input of date and time wants it: in the person's zone, without naming it. */
function toLocalTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
