/** How many engines are kept, for the most recently used sessions. */
export const MAX_LIVE = 50;
