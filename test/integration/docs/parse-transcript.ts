/** One turn of a transcript: a tool call with what it returns, or what a person answers. */
export interface Turn {
  by: 'Agent' | 'Person';
  tool: string;
  json: string;
  shown: string;
}

/** `Agent → tool({…})`, over several lines if need be, and below it, indented, the result; `Person → {…}` is an answer. */
export function parseTranscript(text: string): Turn[] {
  return text
    .split(/^(?=(?:Agent|Person) →)/m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const answer = /^Person → (\{.*\})\n?$/s.exec(part);
      if (answer) return { by: 'Person', tool: '', json: answer[1] ?? '', shown: '' };
      const [, tool = '', json = '', shown = ''] = /^Agent → (\w+)\((.*?)\)\n(.*)$/s.exec(part) ?? [];
      if (tool === '') throw new Error(`Not a call of the form "Agent → tool({…})":\n${part}`);
      return { by: 'Agent', tool, json: json === '' ? '{}' : json, shown };
    });
}
