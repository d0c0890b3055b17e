import { join } from 'node:path';
import { z } from 'zod';
import { createAskArea } from '../../ask/ask-area.ts';
import { callSessions } from '../../ask/door.ts';
import { loadModel } from '../../ask/sampling/load-model.ts';
import type { AreaDefinition } from '../area-definition.ts';
import { findFolders } from '../find-projects.ts';

export const askSettings = {
  ask: z
    .strictObject({
      /**
       * What ctx.sample asks: a file such as ./model.ts that exports "model", an id of the AI Gateway such as
       * openai/gpt-5, or "scripted". Without it, model.ts of the folder.
       */
      model: z.string().min(1).optional(),
    })
    .prefault({}),
};

/** Tools of the folder that ask the person and the model. */
export const askArea: AreaDefinition<typeof askSettings> = {
  name: 'ask',
  sessionKind: callSessions,
  settings: askSettings,
  create({ dir, config, log, tools, model, areas, isExtended }) {
    const projects = [dir, ...findFolders(dir)];
    return createAskArea({
      folders: projects.map((project) => join(project, 'tools')),
      tools,
      othersAsk: () => isExtended || areas.some(({ asks }) => asks === true),
      model: async () => model ?? (await loadModel(projects, config.ask.model)),
      reserved: areas.flatMap((area) => (area.tools ?? []).map(({ name }) => name)),
      log,
    });
  },
};
