import type { ActionCase } from './action-cases.ts';
import type { BlockCase } from './block-cases.ts';
import type { CoverageCases } from './coverage-cases.ts';

const button = (id: string, actions: object[], events = 'onClick') => ({
  id,
  type: 'Button',
  events: { [events]: actions },
});
const numbers = {
  id: 'numbers',
  type: 'KnexRaw',
  connectionId: 'Knex',
  properties: { query: 'select n from numbers' },
};

/** Where files are uploaded to. */
const policy = {
  id: 'policy',
  type: 'KnexBuilder',
  connectionId: 'Knex',
  properties: { query: [{ first: ['url'] }, { from: ['policies'] }] },
};

/** An app with everything a version of Lowdefy has, one button or page each. */
export function coverageApp(version: string, cases: CoverageCases): Record<string, unknown> {
  return {
    lowdefy: version,
    name: 'Coverage',
    global: { word: 'from global' },
    menus: [{ id: 'default', links: [{ id: 'landing', type: 'MenuLink', pageId: 'landing' }] }],
    connections: Object.entries(cases.connections).map(([type, properties]) => ({
      id: type,
      type,
      properties,
    })),
    ...(cases.actions.CallAPI && { api: endpoints(cases) }),
    ...(cases.clientOperators._theme && { theme: { antd: { token: { colorPrimary: '#123456' } } } }),
    pages: [
      { id: 'landing', type: 'Box', blocks: [] },
      operatorsPage(cases),
      serverPage(cases),
      actionsPage(cases.actions),
      requestsPage(cases),
      ...Object.entries(cases.blocks).map(([type, block]) => blockPage(type, block)),
    ],
  };
}

function endpoints({ endpointOperators }: CoverageCases): object[] {
  const greeting = { '_string.concat': ['Hello ', { _payload: 'name' }] };
  return [
    { id: 'greet', type: 'Api', routine: [{ ':return': { greeting } }] },
    ...Object.entries(endpointOperators).map(([id, { routine }]) => ({ id, type: 'Api', routine })),
  ];
}

function operatorsPage({ clientOperators }: CoverageCases): object {
  const keep = (name: string, expression: unknown) => [
    { id: 'first', type: 'SetState', params: { ready: true } },
    { id: 'keep', type: 'SetState', params: { [`out.${name}`]: expression } },
  ];
  const { _event, _index, _api, ...others } = clientOperators;
  const greet = { id: 'call', type: 'CallAPI', params: { endpointId: 'greet', payload: { name: 'Ann' } } };
  return {
    id: 'operators',
    type: 'Box',
    requests: [numbers],
    events: {
      onInit: [
        { id: 'get', type: 'Request', params: 'numbers' },
        { id: 'seed', type: 'SetState', params: { seed: 'planted', rows: [{ a: 1 }, { a: 2 }] } },
      ],
    },
    blocks: [
      ...Object.entries(others).map(([name, [expression]]) => button(name, keep(name, expression))),
      ...(_api ? [button('_api', [greet, ...keep('_api', _api[0])])] : []),
      {
        id: 'search',
        type: 'Selector',
        properties: { options: ['a'] },
        events: { onSearch: keep('_event', _event?.[0]) },
      },
      { id: 'rows', type: 'List', blocks: [button('rows.$.go', keep('_index', _index?.[0]))] },
    ],
  };
}

function serverPage({ serverOperators }: CoverageCases): object {
  const names = Object.keys(serverOperators);
  return {
    id: 'server',
    type: 'Box',
    requests: names.map((name) => ({
      id: name,
      type: 'AxiosHttp',
      connectionId: 'AxiosHttp',
      payload: { p: 'paid' },
      properties: { url: '/echo', method: 'post', data: { value: serverOperators[name]?.[0] } },
    })),
    blocks: names.map((name) => button(`run${name}`, [{ id: 'run', type: 'Request', params: name }])),
  };
}

function actionsPage(actions: Record<string, ActionCase>): object {
  return {
    id: 'actions',
    type: 'Box',
    requests: [numbers],
    blocks: [
      { id: 'dialog', type: 'Modal', blocks: [] },
      ...Object.entries(actions).map(([type, { params }]) =>
        button(`do_${type}`, [{ id: 'do', type, params }]),
      ),
    ],
  };
}

function requestsPage({ requests }: CoverageCases): object {
  const all = Object.entries(requests);
  return {
    id: 'requests',
    type: 'Box',
    requests: all.map(([type, { connection, properties }]) => ({
      id: type,
      type,
      connectionId: connection,
      properties,
    })),
    blocks: all.map(([type]) => button(`run_${type}`, [{ id: 'run', type: 'Request', params: type }])),
  };
}

function blockPage(type: string, { properties, areas, items, open }: BlockCase): object {
  // Blocks in a list have the index of their item in their id.
  const prefix = /List$/.test(type) ? 'block.$.' : '';
  const text = (area: string) => ({
    blocks: [{ id: `${prefix}in_${area}`, type: 'Paragraph', properties: { content: `In ${area}` } }],
  });
  const block = {
    id: 'block',
    type,
    ...(properties && { properties }),
    ...(areas && { areas: Object.fromEntries(areas.map((area) => [area, text(area)])) }),
  };
  const call = { id: 'call', type: 'CallMethod', params: { blockId: 'block', method: open } };
  const opener = open === undefined ? [] : [button('open', [call])];
  const onInit = items ? [{ id: 'fill', type: 'SetState', params: { block: items } }] : [];
  const requests = properties?.s3PostPolicyRequestId ? [policy] : [];
  return { id: `block_${type}`, type: 'Box', requests, events: { onInit }, blocks: [block, ...opener] };
}
