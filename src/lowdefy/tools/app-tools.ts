import type { RunningApps } from '../running-apps.ts';
import type { AppNews } from './app-news.ts';
import type { LastViews } from './last-views.ts';

/** What the tools of operate share. */
export interface AppTools extends RunningApps {
  lastViews: LastViews;
  news: AppNews;
}
