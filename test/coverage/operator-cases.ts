/** An expression and its expected value; a pattern is matched against its JSON. */
export type OperatorCase = [expression: unknown, expected: unknown];

const SHARED: Record<string, OperatorCase> = {
  _and: [{ _and: [true, true] }, true],
  _args: [{ '_array.map': { on: [1, 2], callback: { _function: { __sum: [{ __args: '0' }, 1] } } } }, [2, 3]],
  _array: [{ '_array.length': [1, 2, 3] }, 3],
  _base64: [{ '_base64.encode': 'hi' }, 'aGk='],
  _change_case: [{ '_change_case.camelCase': { on: 'two words' } }, 'twoWords'],
  _dayjs: [{ '_dayjs.format': { on: '2026-01-02', format: 'YYYY/MM' } }, '2026/01'],
  _date: [{ _date: '2026-01-02' }, '2026-01-02T00:00:00.000Z'],
  _diff: [{ '_diff.deep': { lhs: { a: 1 }, rhs: { a: 2 } } }, /"lhs":1,"rhs":2/],
  _divide: [{ _divide: [6, 3] }, 2],
  _eq: [{ _eq: [1, 1] }, true],
  _function: [
    { '_array.map': { on: [1], callback: { _function: { __product: [{ __args: '0' }, 7] } } } },
    [7],
  ],
  _get: [{ _get: { from: { a: { b: 1 } }, key: 'a.b' } }, 1],
  _gt: [{ _gt: [2, 1] }, true],
  _gte: [{ _gte: [2, 2] }, true],
  // biome-ignore lint/suspicious/noThenProperty: it is Lowdefy's word.
  _if: [{ _if: { test: true, then: 'yes', else: 'no' } }, 'yes'],
  _if_none: [{ _if_none: [null, 'instead'] }, 'instead'],
  _intl: [{ '_intl.numberFormat': { on: 1234.5, locale: 'en-US' } }, '1,234.5'],
  _js: [{ _js: "return ['a', 'b'].join('-')" }, 'a-b'],
  _jsonata: [{ _jsonata: { on: { a: [1, 2] }, expr: '$sum(a)' } }, 3],
  _json: [{ '_json.parse': '{"a":1}' }, { a: 1 }],
  _log: [{ _log: 'said' }, 'said'],
  _lt: [{ _lt: [1, 2] }, true],
  _lte: [{ _lte: [2, 2] }, true],
  _math: [{ '_math.max': [1, 5] }, 5],
  _moment: [{ '_moment.format': { on: '2026-01-02', format: 'YYYY/MM' } }, '2026/01'],
  _mql: [{ '_mql.expr': { on: { a: 2 }, expr: { $multiply: ['$a', 2] } } }, 4],
  _ne: [{ _ne: [1, 2] }, true],
  _not: [{ _not: false }, true],
  _number: [{ '_number.toFixed': [1.25, 1] }, /1\.[23]/],
  _nunjucks: [{ _nunjucks: { template: 'Hi {{ name }}', on: { name: 'Ann' } } }, 'Hi Ann'],
  _object: [{ '_object.keys': { a: 1, b: 2 } }, ['a', 'b']],
  _operator: [{ _operator: { name: '_sum', params: [1, 2] } }, 3],
  _or: [{ _or: [false, true] }, true],
  _product: [{ _product: [2, 3] }, 6],
  _random: [{ _random: { type: 'integer', min: 4, max: 4 } }, 4],
  _regex: [{ _regex: { pattern: '^a', on: 'abc' } }, true],
  _string: [{ '_string.concat': ['a', 'b'] }, 'ab'],
  _subtract: [{ _subtract: [5, 3] }, 2],
  _sum: [{ _sum: [1, 2] }, 3],
  // biome-ignore lint/suspicious/noThenProperty: it is Lowdefy's word.
  _switch: [{ _switch: { branches: [{ if: true, then: 'a' }], default: 'b' } }, 'a'],
  _type: [{ _type: { type: 'string', on: 'x' } }, true],
  _uri: [{ '_uri.encode': 'a b' }, 'a%20b'],
  _user: [{ _user: 'name' }, 'Ann'],
  _uuid: [{ '_uuid.v4': null }, /^"[0-9a-f-]{36}"$/],
  _yaml: [{ '_yaml.parse': { on: 'a: 1' } }, { a: 1 }],
};

/** In the browser; here, in the engine. */
export const CLIENT_OPERATORS: Record<string, OperatorCase> = {
  ...SHARED,
  _api: [{ _api: 'greet.response.greeting' }, 'Hello Ann'],
  _actions: [{ _actions: 'first.type' }, 'SetState'],
  _event: [{ _event: 'value' }, 'looked for'],
  _event_log: [{ '_array.length': { _event_log: true } }, /^\d+$/],
  _global: [{ _global: 'word' }, 'from global'],
  _index: [{ _index: 0 }, 1],
  _input: [{ _input: 'from' }, 'the input'],
  _location: [{ _location: 'pathname' }, '/operators'],
  _media: [{ _media: 'size' }, /^"(x+|2x)l"$/],
  _menu: [{ _menu: 'default' }, /"pageId":"landing"/],
  _request: [{ _request: 'numbers.0.n' }, 1],
  _request_details: [{ _request_details: 'numbers.0.loading' }, false],
  _state: [{ _state: 'seed' }, 'planted'],
  _theme: [{ _theme: 'colorPrimary' }, '#123456'],
  _url_query: [{ _url_query: 'q' }, 'from the address'],
};

/** In the properties of a request. */
export const SERVER_OPERATORS: Record<string, OperatorCase> = {
  ...SHARED,
  _hash: [{ '_hash.md5': 'x' }, '9dd4e461268c8034f5c8564e155c67a6'],
  _payload: [{ _payload: 'p' }, 'paid'],
  _secret: [{ _secret: 'TOKEN' }, 'sesame'],
};

/** The routine of an endpoint, and what it must return. */
export interface EndpointCase {
  routine: object[];
  expected: unknown;
}

export const ENDPOINT_OPERATORS: Record<string, EndpointCase> = {
  _item: {
    routine: [
      { ':for': 'n', ':in': [1, 2], ':do': [{ ':set_state': { last: { _item: 'n' } } }] },
      { ':return': { _state: 'last' } },
    ],
    expected: 2,
  },
  _state: {
    routine: [{ ':set_state': { seed: 'planted' } }, { ':return': { _state: 'seed' } }],
    expected: 'planted',
  },
  _step: {
    routine: [
      {
        id: 'numbers',
        type: 'KnexRaw',
        connectionId: 'Knex',
        properties: { query: 'select n from numbers' },
      },
      { ':return': { _step: 'numbers.0.n' } },
    ],
    expected: 1,
  },
};
