/** What to paste into an MCP client to reach this server over HTTP. */
export function toClientConfig(url: string, key: string | undefined): string {
  const headers = key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } };
  const server = { type: 'http', url, ...headers };
  return `Client configuration:\n${JSON.stringify({ mcpServers: { tandem: server } }, null, 2)}\n`;
}
