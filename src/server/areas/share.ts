import { createShareArea } from '../../share/share-area.ts';
import type { AreaDefinition } from '../area-definition.ts';

export const shareArea: AreaDefinition<Record<never, never>> = {
  name: 'share',
  // Sessions are shared whatever they are about.
  isAlways: true,
  create: ({ config }) => createShareArea({ hasSignIn: config.mcp.signIn !== undefined }),
};
