import { askArea } from './areas/ask.ts';
import { chatArea } from './areas/chat.ts';
import { historyArea } from './areas/history.ts';
import { liveArea } from './areas/live.ts';
import { lowdefyArea } from './areas/lowdefy.ts';
import { shareArea } from './areas/share.ts';

/** Every area of the program. Each may use those before it: the names of their tools are taken. */
export const AREAS = [lowdefyArea, liveArea, askArea, chatArea, shareArea, historyArea] as const;
