import { expect, test } from 'vitest';
import type { AreaServices } from '../../area/area.ts';
import { Problems } from '../../area/problems.ts';
import { createLogger } from '../../lib/logger.ts';
import { appSessionStateSchema } from '../../protocol/app-session-state.ts';
import { defaultLimits } from '../../session/limits.ts';
import { Sessions } from '../../session/sessions.ts';
import { createMemoryStore } from '../../stores/memory-store.ts';
import { appSessions } from '../app-sessions.ts';
import { createRunningApps } from '../runner/running-apps.ts';
import { AppPages } from './app-pages.ts';

const person = {
  userId: 'me',
  roles: [],
  user: null,
  kind: 'person' as const,
  name: 'Me',
  local: true,
};

test('a session whose app is gone says so and keeps its history', async () => {
  const log = createLogger('silent');
  const sessions = new Sessions({
    store: createMemoryStore(),
    limits: defaultLimits,
    kinds: [appSessions],
    log,
  });
  const pages = new AppPages(createRunningApps({}, new Problems()), { sessions, log } as AreaServices);
  const { sessionId } = await sessions.create(person, { kind: 'app', name: 'Old', data: { app: 'gone' } });
  const page = await pages.look(person, sessionId);
  expect(appSessionStateSchema.safeParse(JSON.parse(JSON.stringify(page))).success).toBe(true);
  expect(page).toMatchObject({
    status: 'open',
    view: null,
    problem: 'App "gone" not found.',
    history: [{ verb: 'began', label: 'Old' }],
  });
});
