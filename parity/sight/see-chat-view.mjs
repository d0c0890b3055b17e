/** The same of the view that agents get. */
export function seeChatView(node) {
  const messages = node.children ?? [];
  const fields = ({ parts = [] }, ...names) =>
    parts.flatMap((part) => (part.kind === 'field' && names.includes(part.name) ? [part.value] : []));
  const textOf = ({ parts = [] }) =>
    parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(' ');
  return {
    messages: messages.map((message) => textOf(message).replace(/\s+/g, ' ').trim()),
    tools: messages.flatMap((message) => fields(message, 'Tool')).map(({ name }) => name),
    proposals: fields(node, 'Prompts', 'Suggestions')
      .flat()
      .map(({ label }) => label),
  };
}

export function seeConversationsView({ parts = [] }) {
  const { options = [] } = parts.find(({ kind }) => kind === 'options') ?? {};
  return { conversations: options.map(({ label }) => label) };
}
