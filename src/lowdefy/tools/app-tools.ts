import type { RunningApps } from '../running-apps.ts';
import type { LastViews } from './last-views.ts';

/** What the tools of operate share. */
export interface AppTools extends RunningApps {
  lastViews: LastViews;
}
