import type { z } from 'zod';
import type { pageViewSchema, viewNodeSchema, viewPartSchema } from '../protocol/page-view.ts';

/**
 * What is on a screen, as plain data: made once, written twice, as markdown for agents and as HTML for people.
 * Every text in it may come from a user or a database; the writers treat all of it as data.
 */
export type ViewNode = z.infer<typeof viewNodeSchema>;
export type ViewPart = z.infer<typeof viewPartSchema>;
/** A page as its reader sees it. */
export type PageView = z.infer<typeof pageViewSchema>;
