/** The same of the view that agents get. */
export function seeChatView(node) {
  const messages = node.children ?? [];
  const facts = ({ parts = [] }, ...names) =>
    parts.flatMap((part) => (part.kind === 'fact' && names.includes(part.fact) ? [part.value] : []));
  const textOf = ({ parts = [] }) =>
    parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(' ');
  return {
    messages: messages.map((message) => textOf(message).replace(/\s+/g, ' ').trim()),
    tools: messages.flatMap((message) => facts(message, 'tool')).map(({ name }) => name),
    proposals: facts(node, 'prompts', 'suggestions')
      .flat()
      .map(({ label }) => label),
  };
}

export function seeConversationsView({ parts = [] }) {
  const { options = [] } = parts.find(({ kind }) => kind === 'options') ?? {};
  return { conversations: options.map(({ label }) => label) };
}
