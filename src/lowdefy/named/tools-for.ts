import type { Tool } from '../../area/tool.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import { mayUse } from './may-use.ts';
import { toAreaTool } from './to-area-tool.ts';
import { toToolName } from './tool-name.ts';

type ToolsFor = (user: Record<string, unknown> | null) => Promise<Tool[]>;

/** The own tools of all served apps that a user may use. */
export function createToolsFor(apps: RunningApps): ToolsFor {
  return async (user) => {
    const all = await Promise.all(apps.names.map(async (app) => ({ app, tools: await apps.toolsOf(app) })));
    const names = all.flatMap(({ tools }) => tools.map(({ name }) => name));
    return all.flatMap(({ app, tools }) =>
      tools.flatMap((tool): Tool[] => {
        // Of equal names all are changed, whoever asks, so that a name means the same for everybody.
        const isShared = names.filter((name) => name === tool.name).length > 1;
        const name = isShared ? toToolName(app, tool.name) : tool.name;
        return mayUse(tool.auth, user) ? [toAreaTool(tool, { app, name }, apps)] : [];
      }),
    );
  };
}
