import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEndpoints } from '../app/endpoints.ts';
import { moveMcpKeys } from './move-mcp-keys.ts';
import { addEndpointMcp, takeEndpointMcp } from './take-endpoint-mcp.ts';

const APP = (routine: string) => `lowdefy: 5.3.0
api:
  - id: pay
    type: Api
    mcp:
      description: Pays an invoice
      inputSchema: { type: object, properties: { amount: { type: number } }, required: [amount] }
${routine}`;
const MCP = {
  description: 'Pays an invoice',
  inputSchema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
};

/** What is left of an endpoint after a build that keeps everything. */
function throughBuild(yaml: string, wrap = (routine: unknown) => routine) {
  const { api } = parse(moveMcpKeys('lowdefy.yaml', yaml, true));
  expect(Object.keys(api[0])).not.toContain('mcp');
  const { id: endpointId, routine, ...rest } = api[0];
  const files = new Map([['api/pay.json', JSON.stringify({ endpointId, ...rest, routine: wrap(routine) })]]);
  takeEndpointMcp(files);
  return { built: JSON.parse(files.get('api/pay.json') ?? ''), endpoints: readEndpoints(files) };
}

test.each([
  ['a list', '    routine:\n      - { ":return": 1 }\n', [{ ':return': 1 }]],
  ['one step', '    routine: { ":return": 1 }\n', [{ ':return': 1 }]],
  ['a reference', '    routine: { _ref: steps.yaml }\n', [{ _ref: 'steps.yaml' }]],
  ['missing', '', []],
])('the settings of an endpoint survive the build, and its routine is as before: %s', (_, routine, left) => {
  const { built, endpoints } = throughBuild(APP(routine));
  expect(built.routine).toEqual(left);
  expect(endpoints).toMatchObject([{ endpointId: 'pay', mcp: MCP }]);
});

test('also where the build wraps lists', () => {
  const { built, endpoints } = throughBuild(APP('    routine:\n      - { ":return": 1 }\n'), (routine) => ({
    '~arr': routine,
    '~k': '1',
  }));
  expect(built.routine).toEqual({ '~arr': [{ ':return': 1 }], '~k': '1' });
  expect(endpoints[0]?.mcp).toEqual(MCP);
});

test('also in a file of its own', () => {
  const text = 'id: pay\ntype: Api\nmcp: { exclude: true }\nroutine: []\n';
  expect(parse(moveMcpKeys('pay.yaml', text, false))).toEqual({
    id: 'pay',
    type: 'Api',
    routine: [{ ':set_state': { tandemMcp: { exclude: true } } }],
  });
});

test.each([
  ['exclud: true', 'unknown setting "mcp.exclud". Did you mean "exclude"?'],
  ['inputSchema: text', 'inputSchema must be a JSON Schema of type object.'],
  ['toolName: "pay it"', 'A tool name has 1 to 64 letters'],
])('a wrong setting is refused with its place: %s', (setting, message) => {
  const text = `api:\n  - id: pay\n    type: Api\n    mcp:\n      ${setting}\n    routine: []\n`;
  expect(() => moveMcpKeys('lowdefy.yaml', text, true)).toThrow(message);
  expect(() => moveMcpKeys('lowdefy.yaml', text, true)).toThrow('lowdefy.yaml:5');
});

test('a step has no settings', () => {
  const text = 'api:\n  - id: a\n    type: Api\n    routine:\n      - { id: b, type: CallApi, mcp: {} }\n';
  expect(() => moveMcpKeys('lowdefy.yaml', text, true)).toThrow('not on the step "b"');
});

test('settings of a file are added; what protects an endpoint stays', () => {
  const mcp = { confirm: true, description: 'Pays' };
  const files = new Map([['api/pay.json', JSON.stringify({ endpointId: 'pay', mcp })]]);
  addEndpointMcp(files, 'tandem.yaml', { pay: { confirm: false, exclude: true, description: 'Pays it' } });
  expect(readEndpoints(files)[0]?.mcp).toEqual({ confirm: true, exclude: true, description: 'Pays it' });
  expect(() => addEndpointMcp(files, 'tandem.yaml', { pey: { exclude: true } })).toThrow(
    'tandem.yaml: mcp.api names the endpoint "pey", which does not exist. Did you mean "pay"?',
  );
});
