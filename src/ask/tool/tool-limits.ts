/** The limits of one call of a tool, as passed to `.limits()`. */
export interface ToolLimits {
  /** How deep branches may nest. */
  maxDepth?: number;
  /** What all samples together may cost, at four characters a token. */
  maxTokens?: number;
  /** Milliseconds of work; the time people take does not count. */
  timeout?: number;
}
