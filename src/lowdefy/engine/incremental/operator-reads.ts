import { ALL, type Source } from './page-reads.ts';

/** The input of an operator, as far as it decides what is read. */
export interface OperatorCall {
  params: unknown;
  methodName?: string;
  arrayIndices: number[];
  location: string;
}

/** Where running operators report what they read. */
export interface ReadLog {
  add(source: Source, path: string | number | typeof ALL): void;
  /** The result may differ next time, whatever was read. */
  never(): void;
}

type Note = (call: OperatorCall, log: ReadLog, applyIndices: ApplyIndices) => void;
export type ApplyIndices = (indices: number[], path: string | number) => string | number;

/** Operators whose result depends on their parameters and location only. */
const PURE = new Set(
  [
    '_actions _and _args _array _base64 _change_case _diff _divide _eq _event _function _get _gt _gte _if _if_none _index',
    '_json _lt _lte _ne _not _number _object _operator _or _product _string _subtract _sum _switch _uri _yaml',
  ].flatMap((line) => line.split(' ')),
);

/** Operators that read the page or the clock. An operator in neither table is evaluated every time. */
const NOTES: Record<string, Note> = {
  _state: byPath('state'),
  _global: byPath('global'),
  _input: byPath('input'),
  _user: byPath('user'),
  _menu: (_call, log) => log.add('menus', ALL),
  _theme: (_call, log) => log.add('theme', ALL),
  _media: (_call, log) => log.add('media', ALL),
  _url_query: (_call, log) => log.add('location', ALL),
  _location: (_call, log) => log.add('location', ALL),
  _request: ({ params }, log) => {
    if (typeof params === 'string') log.add('request', firstPart(params));
  },
  _api: ({ params }, log) => {
    if (typeof params !== 'string') return;
    // Without a path the entry itself is returned, not a copy, so it can change while it is cached.
    if (params.includes('.')) log.add('api', firstPart(params));
    else log.never();
  },
  _type: ({ params, location }, log) => {
    const given = isObject(params) ? params : {};
    if (!('on' in given)) log.add('state', toPath(given.key) ?? location);
  },
  _regex: ({ params, location }, log) => {
    const given = isObject(params) ? params : {};
    if (given.on === undefined) log.add('state', location);
    if (typeof given.key === 'string') log.add('state', given.key);
  },
  _nunjucks: ({ params }, log) => {
    const template = isObject(params) ? params.template : params;
    if (typeof params === 'string') log.add('state', ALL);
    // Calls and filters may read the clock or be random.
    if (typeof template !== 'string' || /random|date|\(/.test(template)) log.never();
  },
  _mql: ({ params }, log) => neverIf(/\$\$NOW|\$rand|\$sample/.test(toJson(params)), log),
  _jsonata: ({ params }, log) => neverIf(/\$now|\$millis|\$random|\$shuffle/.test(toJson(params)), log),
  _math: ({ params, methodName }, log) => neverIf(methodName === 'random' || params === 'random', log),
  _date: ({ params, methodName }, log) => neverIf(methodName === 'now' || !isGivenDate(params), log),
  _moment: ({ params, methodName }, log) => neverIf(methodName !== 'format' || !isGivenDate(params), log),
  _dayjs: ({ params, methodName }, log) => neverIf(methodName !== 'format' || !isGivenDate(params), log),
  _intl: ({ params }, log) => neverIf(!isGivenDate(params), log),
};

/** What to record when an operator runs; nothing for one that reads nothing. Only Lowdefy's own packages are known. */
export function noteOf(name: string, isStock: boolean): Note | undefined {
  if (isStock && PURE.has(name)) return undefined;
  return (isStock ? NOTES[name] : undefined) ?? ((_call, log) => log.never());
}

/** Reads parameters as Lowdefy's getFromObject does. */
function byPath(source: Source): Note {
  return ({ params, arrayIndices }, log, applyIndices) => {
    if (params === true) return log.add(source, ALL);
    const given = isObject(params) ? params : { key: params };
    if (given.key === null) return;
    if (given.all === true) return log.add(source, ALL);
    const path = toPath(given.key);
    if (path !== undefined) log.add(source, applyIndices(arrayIndices, path));
  };
}

/** An omitted date means now. */
function isGivenDate(params: unknown): boolean {
  if (params instanceof Date || typeof params === 'number') return true;
  if (typeof params === 'string') return params !== 'now';
  if (Array.isArray(params)) return params[0] !== null && params[0] !== undefined;
  if (!isObject(params)) return false;
  const on = 'on' in params ? params.on : Object.values(params)[0];
  return on !== null && on !== undefined;
}

function neverIf(condition: boolean, log: ReadLog): void {
  if (condition) log.never();
}

function firstPart(path: string): string {
  return path.split('.', 1)[0] as string;
}

function toPath(key: unknown): string | number | undefined {
  return typeof key === 'string' || Number.isInteger(key) ? (key as string | number) : undefined;
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
