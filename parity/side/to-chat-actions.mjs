/** The actions for what people do in a chat; undefined for other steps. A person is at it, so approvals can be given. */
export function toChatActions(session, { do: what, ...step }, block, trigger) {
  const chat = session.page.ui.chats[block?.blockId];
  const messages = chat?.messages ?? [];
  switch (what) {
    case 'say':
      return trigger('onUserMessage', { text: step.text });
    case 'halt':
      return trigger('onStop');
    case 'propose':
      return trigger(messages.length === 0 ? 'onPromptClick' : 'onSuggestionClick', { label: step.label });
    case 'deepen': {
      const { key } = block.eval.properties.sender.switches.find(({ label }) => label === step.label);
      return trigger('onSwitchChange', { key, checked: !chat.switches[key] });
    }
    case 'conversation': {
      const { key } = block.eval.properties.items.find(({ label }) => label === step.label) ?? {};
      return key === undefined ? trigger('onNew') : trigger('onSelect', { key });
    }
    case 'answer': {
      session.isPerson = true;
      const asked = messages
        .flatMap(({ parts }) => parts)
        .find((part) => part.state === 'approval-requested');
      return trigger(step.approve ? 'onApprove' : 'onReject', { id: asked?.approval.id });
    }
    case 'onMessage': {
      const answers = messages.filter(({ role }) => role === 'assistant');
      const { id: messageId } = answers.at(step.at ?? -1) ?? {};
      if (step.button === 'regenerate') return trigger('onRegenerate', { messageId });
      if (step.button === 'delete') return trigger('onDeleteMessage', { messageId });
      return trigger('onFeedback', { messageId, rating: step.button });
    }
  }
  return undefined;
}
