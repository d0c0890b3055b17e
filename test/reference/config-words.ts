const under = (path: string, words: Record<string, string>) =>
  Object.fromEntries(Object.entries(words).map(([key, text]) => [`${path}.${key}`, text]));

const USER = {
  id: 'The id of the user; histories and shares refer to it.',
  name: 'The name that others read.',
  email: 'The e-mail address.',
  roles: 'Roles in the app, which decide about pages, requests and menus.',
};

const PART = {
  exclude: '`true` hides it from agents, with everything in it.',
  confirm: '`true`, or a question: a person must approve what an agent does with it.',
  methods: 'Methods that agents may call although no control on the page does.',
  toolName: 'The name of the tool that is made of it; naming one offers it.',
  description: 'What agents read about it.',
  enabled: 'Whether tools are made of it.',
};

const CLAIMS = {
  rolesClaim: 'The claim that has the roles; a dotted path is accepted.',
  userClaims: 'Which claim becomes which field of the profile, such as `email: upn`.',
};

/** What each setting of `tandem.yaml` is for: the descriptions of its JSON Schema. */
export const CONFIG_WORDS: Record<string, string> = {
  areas: 'What to offer besides what the content of the folder brings; an empty list turns live UIs off.',

  live: 'Live UIs: where they are, and who may build them.',
  'live.baseDir':
    'The folder of live UIs for `serve` and autostart. Default: the project if it has `apps/`, otherwise `.ui`.',
  'live.allow': 'Folders outside the served one that may be a `base_dir` over HTTP.',
  'live.autostart': 'Configure and start live UIs with the first call that needs them.',
  'live.users': 'Ids of users who may build, besides the local user. They can run code on this machine.',
  'live.scripts': 'Whether scripts in views run. By default only if the server is bound to loopback.',
  'live.limits': 'Limits of one call of Lua code.',
  'live.limits.callSeconds': 'How long a call may run.',
  'live.limits.memoryMb': 'How much memory a session may use.',

  permissions: 'What Lua of live UIs in this folder may reach on this machine.',
  'permissions.files':
    '`base_dir`: the folders of live UIs in `base_dir`; `full`: every file of your user; `none`.',
  'permissions.commands': 'Programs that Lua may run: a list of names, `all` or `none`.',
  'permissions.network': 'Hosts that Lua may reach: a list, or `none`.',

  ask: 'Tools that ask.',
  'ask.model':
    'What `ctx.sample` asks: a file that exports `model`, a model id of the AI Gateway, or `scripted`. Default: `model.ts` of the folder.',

  chat: 'The chat page.',
  'chat.systemPrompt': 'The system prompt of its model.',
  'chat.maxRounds': 'How many rounds of model and tools may follow one another before the person is asked.',

  mcp: 'Agents: what they may do, who they are, limits, sessions. The settings about an app may also be under `mcp:` in its `lowdefy.yaml`.',
  'mcp.enabled': '`false`: the Lowdefy apps of the folder are not offered.',
  'mcp.readOnly': '`true` refuses requests of agents that write.',
  'mcp.confirm': '`writes`: a person must approve every event that writes, or may write.',
  'mcp.approve': 'Where approvals may be given besides the page of the session.',
  'mcp.approve.inClient': '`true`: also in the form of the agent’s client, which you then trust to ask.',
  'mcp.exclude': 'Ids of pages that agents must not see.',
  'mcp.tools': 'Tools by name: turns stock tools off, and describes or defines tools of the app.',
  ...under('mcp.tools.*', {
    enabled: '`false` turns the tool off.',
    description: 'What agents read about it.',
    confirm: '`true`, or a question: a person must approve each call.',
    page: 'Defines a tool by hand: the page that it opens.',
    submit: 'Defines a tool by hand: the id of the block that submits.',
  }),
  'mcp.expose':
    'Which tools of the app are offered: `forms`, `all` (forms, queries and endpoints), or a list of names.',
  'mcp.actions': 'Actions that reach beyond the current page; `false` turns one off.',
  'mcp.actions.setState': 'Set state that is not bound to a block.',
  'mcp.actions.setGlobal': 'Set global state.',
  'mcp.actions.callApi': 'Call endpoints.',
  'mcp.pages': 'Settings of pages, by id.',
  ...under('mcp.pages.*', { ...PART, blocks: 'Settings of blocks on the page, by id.' }),
  ...under('mcp.pages.*.blocks.*', PART),
  'mcp.pages.*.requests': 'Settings of requests of the page, by id.',
  'mcp.pages.*.requests.*.confirm': '`true`, or a question: a person must approve every event that runs it.',
  'mcp.api': 'Settings of endpoints, by id.',
  ...under('mcp.api.*', {
    exclude: '`true`: agents can neither see nor call it.',
    enabled: 'Whether a tool is made of it.',
    confirm: '`true`, or a question: a person must approve each call.',
    toolName: 'The name of its tool; naming one offers it.',
    description: 'What agents read about it.',
    inputSchema: 'A JSON Schema of its payload.',
  }),
  'mcp.uploads': 'Folders from which agents may upload files by path, absolute or relative to the app.',
  'mcp.resources': 'Data of pages that agents can read by address (`lowdefy://<page>/<name>`), by name.',
  ...under('mcp.resources.*', {
    page: 'The id of the page.',
    requests: 'Only what these requests return. Default: what the page shows.',
    description: 'What agents read about it.',
    refresh: 'How often subscribers are notified in any case, such as `30s`, `5m` or `1h`.',
  }),
  'mcp.format': 'How agents read pages if they do not choose: `tags`, or `compact` with one line per block.',
  'mcp.name': 'What the server calls itself to clients.',
  'mcp.version': 'The version that it gives with its name.',
  'mcp.transport': 'Accepted for compatibility; the command decides.',
  'mcp.port': 'The MCP port, if `http.mcpPort` is not set.',
  'mcp.user':
    'The user of your app that the local user acts as. Fields of your own are passed on to the app. Also `TANDEM_USER` as JSON.',
  ...under('mcp.user', USER),
  'mcp.auth': 'How callers over HTTP prove who they are. Default: a key is generated in `.tandem/mcp-key`.',
  'mcp.auth.type': '`api_key`, `jwt`, `oidc`, or `none` (anonymous, on loopback only).',
  'mcp.auth.keys': '`api_key`: the keys and whose they are.',
  ...under('mcp.auth.keys', {
    key: 'The key itself.',
    keyEnv: 'The environment variable that has the key.',
    roles: 'Roles of its holder, added to those of `user`.',
    user: 'Who its holder is.',
    name: 'What the agent that has it is called in histories. Default: as its client calls itself.',
    for: '`agent` opens no page, `person` opens only pages. Default: both.',
  }),
  ...under('mcp.auth.keys.user', USER),
  'mcp.auth.issuer': '`jwt`, `oidc`: who issues the tokens.',
  'mcp.auth.audience':
    '`jwt`, `oidc`: for whom they are issued. With `oidc`, by default the address of the MCP endpoint.',
  'mcp.auth.jwksUrl': '`jwt`: the address of the public keys.',
  'mcp.auth.jwksFile': '`jwt`: a file with the public keys.',
  'mcp.auth.algorithms': '`jwt`, `oidc`: accepted algorithms; asymmetric ones only.',
  'mcp.auth.scopes': '`oidc`: what a token must have been granted.',
  ...under('mcp.auth', CLAIMS),
  'mcp.signIn': 'People sign in at your OpenID Connect provider.',
  'mcp.signIn.issuer': 'The provider. Default: the issuer of `mcp.auth`.',
  'mcp.signIn.clientId': 'The id under which the provider knows this server.',
  'mcp.signIn.clientSecretEnv':
    'The environment variable that has its secret. Without it, this server is a public client.',
  'mcp.signIn.scopes': 'What to ask the provider for.',
  'mcp.signIn.hours': 'People sign in again after this time.',
  ...under('mcp.signIn', CLAIMS),
  'mcp.admin': 'Who sees and ends the sessions of all users.',
  'mcp.admin.roles': 'Roles of administrators.',
  'mcp.limits': 'Limits. An error that is caused by one names it.',
  ...under('mcp.limits', {
    maxActionsPerCall: 'Actions in one call.',
    maxSessionsPerUser: 'Open sessions of a user.',
    sessionExpiryMinutes: 'An open session that is unused for this long expires.',
    requestsPerMinute: 'Requests over HTTP, per user and per session.',
    maxConnectionsPerUser: 'MCP connections and streams over HTTP, and as many sockets of pages.',
    wrongKeysPerMinute: 'Wrong keys, tokens and sign-ins, per address and per key.',
    appBusySeconds: 'How long code of an app may block its process.',
    appMemoryMb: 'Memory for each process of an app.',
    maxResponseMb: 'The largest response of one request of an app.',
    maxUploadMb: 'The total size of the files in one upload.',
    maxResultTokens: 'The longest text that a tool returns, in tokens of four characters.',
    maxOpenAsks: 'Calls that wait for an answer, per user.',
    askExpiryDays: 'How long a question waits before its call is cancelled.',
    keepEndedDays: 'How long ended sessions are kept.',
  }),
  'mcp.session': 'How sessions are stored.',
  'mcp.session.store': 'Where sessions are stored.',
  ...under('mcp.session.store', {
    type: '`file`, `memory`, `postgres` or `mongodb`.',
    url: 'The address of the database.',
    urlEnv: 'The environment variable that has the address.',
    connectionId: 'A connection of the app instead.',
    database: 'MongoDB: the database, instead of the one in the address.',
    collection: 'MongoDB: the collection; default `mcp_sessions`.',
    properties: 'MongoDB: the same in the form that Lowdefy uses.',
  }),
  'mcp.session.store.properties.collection': 'MongoDB: the collection.',
  'mcp.session.retention':
    'How long ended sessions are kept, by kind: `app`, `app_call`, `live`, `tool`, `chat`, `audit`.',
  'mcp.session.retention.*': 'A time such as `30d` or `12h`.',

  http: 'Addresses, ports and what is in front of the server.',
  ...under('http', {
    host: 'The address to bind. Others than loopback need `mcp.auth`.',
    port: 'The UI port; 0 picks a free one.',
    mcpPort: 'The MCP port. Default: `mcp.port`, or else 8001.',
    hosts: 'Names of this server other than loopback.',
    publicUrl: 'Where people and agents reach this server through a proxy, with its path prefix.',
    viewsUrl: 'Another origin that leads to this server, for live UIs. Needs `publicUrl`.',
    trustProxy: 'Addresses and networks of proxies whose `X-Forwarded-*` headers are read.',
    instanceUrl: 'Where the other instances reach this one.',
    cors: 'Web pages that may call `/mcp`.',
    maxBodyBytes: 'The largest body of a request.',
    webSockets: '`false`: pages use server-sent events.',
    metrics: '`true`: `/metrics`, with a key of its own.',
    drainSeconds: 'How long to keep serving after SIGTERM, while `/readyz` is off.',
  }),
  'http.cors.origins': 'Origins such as `https://app.example.com`.',

  log: 'The log on stderr.',
  'log.format': '`json`: one object per line. Default: `text`.',
  'log.access': 'One line per HTTP request. Default: with `json` only.',
};
