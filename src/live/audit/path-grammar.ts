/**
 * The language of paths in views:
 *
 *   path     := step { "." step } [ "?" property { "&" property } ]
 *   step     := name [ "()" ] | name "(_)" (last only) | integer (0-based) | step "[" integer "]"
 *   property := name [ ":" priority ] [ "=" value ]          (value is URL-encoded; without "=" it is "true")
 *
 * No operators, no literals, no arguments but `_`, no way up.
 */
export type PathStep =
  | { kind: 'field'; name: string }
  | { kind: 'index'; index: number }
  | {
      kind: 'call';
      name: string /** `name(_)`: called with the written value. */;
      takesValue: boolean;
    };

export interface ViewPath {
  steps: PathStep[];
  properties: Record<string, string>;
  /** An index was written as `[n]` instead of `.n`. */
  usesBrackets: boolean;
}

export type PathProblemCode =
  | 'empty'
  | 'operator'
  | 'literal'
  | 'arguments'
  | 'brackets'
  | 'parent'
  | 'standard_variable'
  | 'value_call_inside'
  | 'property'
  | 'syntax';

export interface PathProblem {
  code: PathProblemCode;
  message: string;
  /** Offset in the text. */
  at: number;
}

export type ReadPath = { ok: true; path: ViewPath } | { ok: false; problem: PathProblem };

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const INTEGER = /\d+/y;
const BRACKET_INDEX = /\[(\d+)\]/y;
const PROPERTY = /^([A-Za-z_][\w-]*)(:(?:high|medium|med|low))?$/;
const OPERATOR = /[!=<>+*/%~#^|&,;:\\\-$]|\s/;
const WORD_OPERATOR = /(^|[^\w])(and|or|not)([^\w]|$)/;

/** Reads a path; for an invalid one, returns what is wrong and where. */
export function readViewPath(text: string): ReadPath {
  const queryAt = text.indexOf('?');
  const body = queryAt < 0 ? text : text.slice(0, queryAt);
  const steps = readSteps(body);
  if ('problem' in steps) return { ok: false, problem: steps.problem };
  const properties = queryAt < 0 ? { values: {} } : readProperties(text.slice(queryAt + 1), queryAt + 1);
  if ('problem' in properties) return { ok: false, problem: properties.problem };
  return { ok: true, path: { ...steps, properties: properties.values } };
}

type Failed = { problem: PathProblem };

function fail(code: PathProblemCode, at: number, message: string): Failed {
  return { problem: { code, at, message } };
}

function readSteps(body: string): { steps: PathStep[]; usesBrackets: boolean } | Failed {
  if (body.trim() === '')
    return fail('empty', 0, 'The path is empty; name a field or a method, as in "name" or "save()".');
  if (body.trim() !== body) return fail('syntax', 0, 'The path has white space around it; remove it.');
  const end = body.length;
  const steps: PathStep[] = [];
  let usesBrackets = false;
  let at = 0;
  for (;;) {
    if (steps.at(-1)?.kind === 'call' && (steps.at(-1) as { takesValue: boolean }).takesValue)
      return fail('value_call_inside', at, '"(_)" is only allowed at the end of a path.');
    const step = readStep(body, at);
    if ('problem' in step) return step;
    steps.push(step.step);
    at = step.end;
    for (let index = matchAt(BRACKET_INDEX, body, at); index; index = matchAt(BRACKET_INDEX, body, at)) {
      usesBrackets = true;
      steps.push({ kind: 'index', index: Number(index[1]) });
      at += index[0].length;
    }
    if (at >= end) return { steps, usesBrackets };
    if (body[at] !== '.') return explain(body, at);
    at += 1;
  }
}

function readStep(body: string, at: number): { step: PathStep; end: number } | Failed {
  const integer = matchAt(INTEGER, body, at)?.[0];
  if (integer !== undefined)
    return { step: { kind: 'index', index: Number(integer) }, end: at + integer.length };
  const name = matchAt(NAME, body, at)?.[0];
  if (name === undefined) return explain(body, at);
  const after = at + name.length;
  if (WORD_OPERATOR.test(name) && /\s/.test(body[after] ?? '')) return explain(body, after);
  if (body[after] !== '(') return { step: { kind: 'field', name }, end: after };
  const close = body.indexOf(')', after);
  if (close < 0) return fail('syntax', after, `"${name}(" is not closed; write "${name}()".`);
  const inside = body.slice(after + 1, close);
  if (inside !== '' && inside !== '_')
    return fail(
      'arguments',
      after + 1,
      `"${name}(${inside})" has an argument; a path can only call "${name}()" or, to pass the written value, "${name}(_)". Put the argument into a Lua method.`,
    );
  return { step: { kind: 'call', name, takesValue: inside === '_' }, end: close + 1 };
}

/** What the author most likely meant by the character where reading stopped. */
function explain(body: string, at: number): Failed {
  const char = body[at];
  const rest = body.slice(at);
  if (char === undefined)
    return fail('syntax', at, 'The path ends with "."; name a field or a method after it.');
  if (char === '.')
    return fail(
      'parent',
      at,
      'A path cannot contain ".."; give the object a field or method that returns its parent.',
    );
  if (char === '@')
    return fail('standard_variable', at, 'A path cannot contain "@" variables; use a field or a method.');
  if (char === '[')
    return fail(
      'brackets',
      at,
      'Brackets hold a 0-based number only, as in "items.0"; for the rest write a Lua method.',
    );
  if (char === '"' || char === "'" || char === '`')
    return fail('literal', at, 'A path cannot contain text; return the text from a Lua method.');
  if (OPERATOR.test(char) || WORD_OPERATOR.test(rest))
    return fail(
      'operator',
      at,
      `A path cannot contain operators ("${rest.trim()}"); write a Lua method and bind "method()".`,
    );
  return fail(
    'syntax',
    at,
    `"${char}" is not allowed here; a path is names, numbers and "name()" joined by ".".`,
  );
}

function readProperties(query: string, offset: number): { values: Record<string, string> } | Failed {
  const values: Record<string, string> = {};
  let at = offset;
  for (const part of query.split('&')) {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim();
    if (!PROPERTY.test(name))
      return fail(
        'property',
        at,
        `"${part}" is not a property; write "name" or "name=value", joined with "&".`,
      );
    const value = equals < 0 ? 'true' : part.slice(equals + 1);
    if (value.includes('?'))
      return fail('property', at, 'A path has only one "?"; join properties with "&".');
    values[name] = decode(value.trim());
    at += part.length + 1;
  }
  return { values };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    // Not an encoding: taken literally.
    return value;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
