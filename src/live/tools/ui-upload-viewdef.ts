import { z } from 'zod';
import type { Tool } from '../../area/tool.ts';
import { knownSession } from '../known-session.ts';
import { defineLiveTool, type LiveTools } from './live-tool.ts';

export function createUiUploadViewdef(live: LiveTools): Tool {
  return defineLiveTool(
    {
      name: 'ui_upload_viewdef',
      title: 'Upload view',
      description:
        'Set the view of a type without a file; open pages show it at once. It overrides a file of the same name and survives restarts. See ui://viewdefs.',
      input: z.strictObject({
        type: z.string().min(1).max(200).describe('The type of the objects it shows, e.g. Contact'),
        namespace: z.string().min(1).max(200).describe('DEFAULT, list-item, or your own'),
        content: z.string().max(1_000_000).describe('One <template> element'),
        sessionId: z.string().min(1).max(100).optional(),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      builds: true,
      needsServer: true,
      async handle({ type, namespace, content, sessionId }, { principal }) {
        const session = await knownSession(live.server, principal, sessionId);
        const key = await session.uploadViewdef(principal, type, namespace, content);
        return { text: `View ${key} is in use.` };
      },
    },
    live,
  );
}
