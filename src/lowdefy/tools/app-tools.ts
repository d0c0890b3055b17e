import type { RunningApps } from '../runner/running-apps.ts';
import type { BuildNotices } from './build-notices.ts';
import type { LastViews } from './last-views.ts';
import type { SeenMenus } from './seen-menus.ts';

/** What the tools of `lowdefy` share. */
export interface AppTools extends RunningApps {
  lastViews: LastViews;
  buildNotices: BuildNotices;
  seenMenus: SeenMenus;
}
