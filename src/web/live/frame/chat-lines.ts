export interface LiveChatLine {
  from: 'agent' | 'person';
  text: string;
}

/** What was said here and the session has not told yet: after how many of its lines it was said. */
export interface OwnLine {
  after: number;
  text: string;
}

/** The list `mcp.chat` as it may be: lines, or bare texts of the agent. */
export function toChatLines(value: unknown): LiveChatLine[] {
  if (!Array.isArray(value)) return [];
  return value.map((line: unknown): LiveChatLine => {
    const { from, text } = (line ?? {}) as Record<string, unknown>;
    return typeof line === 'string'
      ? { from: 'agent', text: line }
      : { from: from === 'person' ? 'person' : 'agent', text: String(text ?? '') };
  });
}

/** Both in the order in which they were said; an own line that the session tells by now is not said twice. */
export function mergeChat(told: readonly LiveChatLine[], own: readonly OwnLine[]): LiveChatLine[] {
  const missing = own.filter(
    ({ after, text }) => !told.slice(after).some((line) => line.from === 'person' && line.text === text),
  );
  const all: LiveChatLine[] = [];
  for (let at = 0; at <= told.length; at++) {
    for (const { after, text } of missing) if (after === at) all.push({ from: 'person', text });
    const line = told[at];
    if (line) all.push(line);
  }
  // The session forgot its lines: own ones stay at the end.
  for (const { after, text } of missing) if (after > told.length) all.push({ from: 'person', text });
  return all;
}
