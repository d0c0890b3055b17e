/** What a person sees of a chat with an agent of the app: who said what, which tools were used, what can be clicked. */
export const seeChat = (textOf) => (frame) => {
  const all = (selector) => [...frame.querySelectorAll(selector)];
  const messages = all('.ant-bubble').map((bubble) => {
    const copy = bubble.querySelector('.ant-bubble-content')?.cloneNode(true);
    for (const other of copy?.querySelectorAll('.ant-thought-chain, .ant-actions') ?? []) other.remove();
    return textOf(copy);
  });
  // Whoever writes while a tool asks breaks the conversation; the bridge refuses that, and with it the suggestions.
  const isAsked = all('.ant-thought-chain button').length > 0;
  return {
    messages,
    tools: all('.ant-thought-chain-node-title').map(textOf),
    proposals: isAsked ? [] : all('[class*="prompts-label"]').map(textOf),
  };
};

export const seeConversations = (textOf) => (frame) => ({
  conversations: [...frame.querySelectorAll('li[class*="conversations-item"]')].map(textOf),
});
