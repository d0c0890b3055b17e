/** For a request whose instance is gone, or does not respond: nobody knows how far it came. */
export const OUTCOME_UNKNOWN =
  'The outcome is unknown: the server instance that worked on this request is gone or out of reach. It may have been done. Check the current state, then repeat it if needed.';
