/** What to paste into an MCP client to reach this server over HTTP. */
export function toClientConfig(mcpPort: number, key: string | undefined): string {
  const headers = key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } };
  const server = { type: 'http', url: `http://127.0.0.1:${mcpPort}/mcp`, ...headers };
  return `Client configuration:\n${JSON.stringify({ mcpServers: { tandem: server } }, null, 2)}\n`;
}
