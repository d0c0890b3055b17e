/** One mistake in an app that is otherwise right, and what the check must say about it. */
export interface Mistake {
  /** Which app it is made in. */
  app: 'shop' | '4.7' | '5';
  /** `file: this → that`; the text that is replaced occurs once. */
  file: string;
  find: string;
  put: string;
  /** Where it must be reported: `file:line`, or only the line if it is in the same file. */
  at: string | number;
  code: string;
  suggestion?: string;
}

type Row = [file: string, find: string, put: string, at: string | number, code: string, suggestion?: string];

const SHOP: Row[] = [
  // Pages
  ['pages/orders.yaml', 'pageId: order\n', 'pageId: ordr\n', 49, 'unknown-page', 'order'],
  ['pages/order.yaml', 'params: orders', 'params: order_list', 80, 'unknown-page', 'orders'],
  ['pages/orders.yaml', 'pageId: orders', 'pageId: odrers', 111, 'unknown-page', 'orders'],
  ['pages/orders.yaml', 'pageId: settings', 'pageId: setings', 116, 'unknown-page', 'settings'],
  ['lowdefy.yaml', 'homePageId: orders', 'homePageId: order_s', 5, 'unknown-page', 'orders'],
  ['lowdefy.yaml', 'pageId: settings', 'pageId: setup', 47, 'unknown-page'],
  [
    'lowdefy.yaml',
    'protected:\n      - settings',
    'protected:\n      - seting',
    29,
    'unknown-page',
    'settings',
  ],
  [
    'lowdefy.yaml',
    'manager:\n        - settings',
    'manager:\n        - setttings',
    32,
    'unknown-page',
    'settings',
  ],
  ['pages/settings.yaml.njk', 'pageId: report', 'pageId: reprot', 27, 'unknown-page', 'report'],
  [
    'code/make-report.js',
    "pageId: 'orders'",
    "pageId: 'order_s'",
    'lowdefy.yaml:60',
    'unknown-page',
    'orders',
  ],
  // Connections, requests, endpoints
  [
    'requests/orders.yaml',
    'KnexBuilder\n  connectionId: shop_db',
    'KnexBuilder\n  connectionId: shopdb',
    19,
    'unknown-connection',
    'shop_db',
  ],
  ['pages/order.yaml', 'connectionId: mail', 'connectionId: mailer', 17, 'unknown-connection', 'mail'],
  ['pages/orders.yaml', '- get_customers', '- get_costumers', 13, 'unknown-request', 'get_customers'],
  [
    'pages/orders.yaml',
    'params: insert_order',
    'params: insert_orders',
    79,
    'unknown-request',
    'insert_order',
  ],
  ['parts/field.yaml', 'params: get_orders', 'params: get_order', 17, 'unknown-request', 'get_orders'],
  [
    'pages/orders.yaml',
    'rowData:\n        _request: get_orders',
    'rowData:\n        _request: getorders',
    39,
    'unknown-request',
    'get_orders',
  ],
  ['pages/order.yaml', '_request: get_order.0', '_request: get_ordr.0', 40, 'unknown-request', 'get_order'],
  [
    'pages/orders.yaml',
    'options:\n          _request: get_customers',
    'options:\n          _request: get_customer',
    34,
    'unknown-request',
    'get_customers',
  ],
  ['requests/orders.yaml', '_payload: customer', '_payload: costumer', 11, 'unknown-payload', 'customer'],
  ['pages/order.yaml', '_payload: id', '_payload: order_id', 14, 'unknown-payload'],
  // Blocks, methods, events, actions
  [
    'pages/orders.yaml',
    'blockId: new_order_modal',
    'blockId: new_order_model',
    64,
    'unknown-block',
    'new_order_modal',
  ],
  ['pages/orders.yaml', '- amount', '- amout', 76, 'unknown-block', 'amount'],
  ['pages/orders.yaml', 'blockId: title', 'blockId: titel', 105, 'unknown-block', 'title'],
  ['pages/order.yaml', 'blockId: lines', 'blockId: line', 55, 'unknown-block', 'lines'],
  ['pages/orders.yaml', 'method: toggleOpen', 'method: togleOpen', 65, 'unknown-method', 'toggleOpen'],
  ['pages/order.yaml', 'method: pushItem', 'method: addItem', 56, 'unknown-method'],
  ['pages/orders.yaml', 'onRowClick:', 'onRowClicked:', 45, 'unknown-event', 'onRowClick'],
  ['parts/field.yaml', 'onChange:', 'onchange:', 14, 'unknown-event', 'onChange'],
  ['pages/orders.yaml', 'onOk:', 'onSubmit:', 71, 'unknown-event'],
  ['pages/orders.yaml', 'events:\n          onChange:', 'events:\n          onInit:', 101, 'unknown-event'],
  ['pages/orders.yaml', '_actions: load.response', '_actions: laod.response', 19, 'unknown-action', 'load'],
  // Operators
  [
    'pages/orders.yaml',
    'rowData:\n        _request:',
    'rowData:\n        _reqest:',
    39,
    'unknown-operator',
    '_request',
  ],
  ['pages/order.yaml', '_if:', '_iff:', 66, 'unknown-operator', '_if'],
  ['pages/orders.yaml', '_string.concat:', '_sting.concat:', 25, 'unknown-operator', '_string'],
  ['parts/columns.yaml', '__args: 0.value', '__arg: 0.value', 8, 'unknown-operator', '_args'],
  [
    'pages/order.yaml',
    '_url_query: id\n    properties',
    '_urlquery: id\n    properties',
    9,
    'unknown-operator',
    '_url_query',
  ],
  ['requests/orders.yaml', '_payload: customer', '_state: customer', 11, 'unknown-operator'],
  ['pages/orders.yaml', '_global: currency', '_secret: CURRENCY', 27, 'unknown-operator'],
  // Types and plugins
  ['pages/orders.yaml', 'type: NumberInput', 'type: NumbrInput', 91, 'unknown-type', 'NumberInput'],
  ['pages/order.yaml', 'type: PageSiderMenu', 'type: PageSideMenu', 2, 'unknown-type', 'PageSiderMenu'],
  ['pages/orders.yaml', 'type: SetState', 'type: Setstate', 15, 'unknown-type', 'SetState'],
  ['requests/orders.yaml', 'type: KnexBuilder', 'type: KnexBuild', 18, 'unknown-type', 'KnexBuilder'],
  ['lowdefy.yaml', 'type: Knex', 'type: Kenx', 12, 'unknown-type', 'Knex'],
  ['pages/settings.yaml.njk', 'type: TextInput', 'type: TextInptu', 10, 'unknown-type', 'TextInput'],
  [
    'lowdefy.yaml',
    'connections:',
    'plugins:\n  - name: lowdefy-plugin-stars\n    version: 1.0.0\n\nconnections:',
    11,
    'missing-plugin',
  ],
  // Keys and forms
  [
    'pages/order.yaml',
    '        type: Card\n        blocks:',
    '        type: Card\n        blokcs:',
    31,
    'unknown-key',
    'blocks',
  ],
  ['pages/orders.yaml', 'visible:', 'visable:', 55, 'unknown-key', 'visible'],
  ['lowdefy.yaml', 'menus:', 'menu:', 34, 'unknown-key', 'menus'],
  [
    'requests/orders.yaml',
    '  properties:\n    tableName',
    '  propertes:\n    tableName',
    26,
    'unknown-key',
    'properties',
  ],
  ['pages/orders.yaml', 'params: insert_order', 'param: insert_order', 79, 'unknown-key', 'params'],
  ['pages/orders.yaml', 'catch:', 'cacth:', 83, 'unknown-key', 'catch'],
  ['lowdefy.yaml', 'links:\n          - id', 'link:\n          - id', 44, 'unknown-key', 'links'],
  ['pages/orders.yaml', 'content: Not saved', 'content: Not: saved', 87, 'invalid-yaml'],
  ['pages/orders.yaml', '            - id: top\n', '            - name: top\n', 102, 'missing-key'],
  [
    'pages/orders.yaml',
    'required: true\n        validate:\n          - message',
    'required: true\n        validate:\n            message',
    94,
    'wrong-shape',
  ],
  // Files, variables, ids
  [
    'lowdefy.yaml',
    '_ref: pages/order.yaml',
    '_ref: pages/ordre.yaml',
    51,
    'missing-file',
    'pages/order.yaml',
  ],
  ['pages/orders.yaml', 'code/add-width.js', 'code/addwidth.js', 43, 'missing-file', 'code/add-width.js'],
  ['pages/orders.yaml', 'title: Customer', 'titel: Customer', 32, 'unused-var', 'title'],
  ['pages/orders.yaml', '        title: Customer\n', '', 'parts/field.yaml:6', 'missing-var'],
  ['requests/orders.yaml', '- id: get_customers', '- id: get_orders', 12, 'duplicate-id'],
  ['pages/order.yaml', 'id: order\n', 'id: orders\n', 1, 'duplicate-id'],
  ['lowdefy.yaml', 'id: mail\n', 'id: shop_db\n', 18, 'duplicate-id'],
  // Data, roles, and what is left over
  ['lowdefy.yaml', './shop.db', './data/shop.db', 17, 'missing-database'],
  ['lowdefy.yaml', 'manager:', 'manger:', 31, 'missing-role', 'manager'],
  ['pages/orders.yaml', '_state: loaded', '_state: laoded', 56, 'unset-state', 'loaded'],
  [
    'requests/orders.yaml',
    'amount:\n        _state: amount',
    'amount:\n        _state: ammount',
    25,
    'unset-state',
    'amount',
  ],
  ['pages/order.yaml', '_global: lastOrder', '_global: last_order', 69, 'unset-global', 'lastOrder'],
  [
    'pages/settings.yaml.njk',
    '      pageId: report\n',
    '      url: https://example.com\n',
    'lowdefy.yaml:60',
    'unused-page',
  ],
  [
    'pages/order.yaml',
    '                - id: send\n                  type: Request\n                  params: send_mail\n',
    '',
    'pages/order.yaml:15',
    'unused-request',
  ],
  ['pages/order.yaml', 'connectionId: mail', 'connectionId: shop_db', 'lowdefy.yaml:18', 'unused-connection'],
];

/** Both have `api:`, and pages with the parts of their generation. Their packages are not installed. */
const LOWDEFY_4_7: Row[] = [
  ['pages/items.yaml', 'endpointId: add_item', 'endpointId: add_items', 46, 'unknown-endpoint', 'add_item'],
  ['pages/items.yaml', 'pageId: edit', 'pageId: edti', 30, 'unknown-page', 'edit'],
  ['pages/edit.yaml', '_request: get_one.0', '_request: getone.0', 22, 'unknown-request', 'get_one'],
];
const LOWDEFY_5: Row[] = [
  [
    'pages/items.yaml',
    '_api: add_item.response',
    '_api: additem.response',
    48,
    'unknown-endpoint',
    'add_item',
  ],
  ['pages/items.yaml', 'blockId: modal', 'blockId: model', 36, 'unknown-block', 'modal'],
  ['pages/items.yaml', 'params: [name, qty]', 'params: [name, qyt]', 42, 'unknown-block', 'qty'],
  [
    'lowdefy.yaml',
    'type: KnexRaw\n        connectionId: db',
    'type: KnexRaw\n        connectionId: bd',
    27,
    'unknown-connection',
    'db',
  ],
  ['pages/edit.yaml', 'params: upd', 'params: update', 35, 'unknown-request'],
];

export const MISTAKES: readonly Mistake[] = (
  [
    ['shop', SHOP],
    ['4.7', LOWDEFY_4_7],
    ['5', LOWDEFY_5],
  ] as const
).flatMap(([app, rows]) =>
  rows.map(([file, find, put, at, code, suggestion]) => ({
    app,
    file,
    find,
    put,
    at,
    code,
    ...(suggestion !== undefined && { suggestion }),
  })),
);
