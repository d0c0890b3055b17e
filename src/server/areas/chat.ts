import { z } from 'zod';
import { isAskArea } from '../../ask/ask-area.ts';
import { loadModel } from '../../ask/sampling/load-model.ts';
import { createChatArea } from '../../chat/chat-area.ts';
import { chatSessions } from '../../chat/chat-sessions.ts';
import { loadChatModel } from '../../chat/model/load-chat-model.ts';
import { createPlaceFilter } from '../../lib/place-filter.ts';
import type { AreaDefinition } from '../area-definition.ts';
import { findFolders } from '../find-projects.ts';
import { askSettings } from './ask.ts';

const settings = {
  ...askSettings,
  chat: z
    .strictObject({
      /** The system prompt of the chat page's model. */
      systemPrompt: z.string().min(1).optional(),
      /** How many rounds of model and tools may follow one another before the person is asked. */
      maxRounds: z.int().min(1).max(1000).optional(),
    })
    .prefault({}),
};

/** A page where the person talks with a model that calls the folder's asking tools. */
export const chatArea: AreaDefinition<typeof settings> = {
  name: 'chat',
  sessionKind: chatSessions,
  settings,
  create({ dir, config, env, log, model, areas }) {
    const asking = areas.find(isAskArea);
    if (!asking || asking.isEmpty) return undefined;
    const projects = [dir, ...findFolders(dir)];
    return createChatArea({
      asking,
      places: createPlaceFilter(dir),
      model: async () =>
        model ?? loadChatModel({ configured: () => loadModel(projects, config.ask.model), env, log }),
      ...config.chat,
    });
  },
};
