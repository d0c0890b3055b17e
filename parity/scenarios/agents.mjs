/** Chats with agents of the app, which Lowdefy has since 5. What the model says is in the app's own plugin. */
const chat = (name, ...steps) => ({
  name,
  app: 'agents',
  pageId: 'chat',
  needs: 'AgentChat',
  steps: steps.map((step) => ({ block: 'assistant', ...step })),
});
const say = (text) => ({ do: 'say', text });
const click = (block) => ({ do: 'click', block });
const conversation = (label) => ({ do: 'conversation', block: 'conversations', label });

export const scenarios = [
  chat(
    'prompts, messages, suggestions and switches',
    { do: 'propose', label: 'What can you do' },
    say('Hi there'),
    { do: 'propose', label: 'More please' },
    { do: 'deepen', label: 'Think deeply' },
    say('Again'),
    click('greet'),
    { do: 'restart', block: undefined },
    say('Still there'),
  ),
  chat('tools of the agent', say('please add'), say('please break'), say('please note')),
  chat(
    'what a tool asks first',
    say('please delete'),
    { do: 'answer', approve: true },
    say('please delete'),
    { do: 'restart', block: undefined },
    { do: 'answer', approve: false },
    say('Thanks'),
  ),
  chat('a model that fails', say('please fail'), { do: 'onMessage', button: 'delete' }, say('Hi')),
  chat(
    'buttons of messages',
    say('Hi'),
    { do: 'onMessage', button: 'like' },
    { do: 'onMessage', button: 'regenerate' },
    say('More'),
    { do: 'onMessage', button: 'delete', at: 0 },
    { do: 'onMessage', button: 'dislike' },
  ),
  chat(
    'other conversations begin empty',
    say('Hi'),
    conversation('Second'),
    say('Other'),
    conversation('+ New Chat'),
    click('greet'),
    click('clear'),
  ),
  chat('an answer without an end is stopped', say('go on endlessly'), { do: 'halt' }, say('Hi')),
];
