const VERSION = '2025-11-25';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** An MCP client made of plain requests, to compare answers down to the last byte. */
export interface McpCaller {
  sessionId: string;
  send(message: object, headers?: Record<string, string>): Promise<Answer>;
  call(name: string, args: object): Promise<Answer>;
}

export async function openMcpCaller(port: number, key: string): Promise<McpCaller> {
  const post = async (message: object, headers: Record<string, string>): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
    const { date: _, ...others } = Object.fromEntries(response.headers);
    return { status: response.status, headers: others, text: await response.text() };
  };
  const clientInfo = { name: 'plain', version: '1.0.0' };
  const params = { protocolVersion: VERSION, capabilities: {}, clientInfo };
  const opened = await post({ id: 0, method: 'initialize', params }, {});
  if (opened.status !== 200) throw new Error(`${opened.status} ${opened.text}`);
  const sessionId = opened.headers['mcp-session-id'] ?? '';
  const own = { 'Mcp-Session-Id': sessionId, 'Mcp-Protocol-Version': VERSION };
  await post({ method: 'notifications/initialized' }, own);
  return {
    sessionId,
    send: (message, headers = {}) => post(message, { ...own, ...headers }),
    call: (name, args) => post({ id: 1, method: 'tools/call', params: { name, arguments: args } }, own),
  };
}

/** What a tool answered, out of the stream it came in. */
export function resultOf<T>(answer: Answer): T {
  const data = answer.text.split('\n').filter((line) => line.startsWith('data: {'));
  const message = JSON.parse((data.at(-1) ?? answer.text).replace('data: ', '')) as {
    result: { structuredContent: T };
  };
  return message.result.structuredContent;
}
