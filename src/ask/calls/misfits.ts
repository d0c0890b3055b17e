import type { AnyMcpTool } from '../tool/mcp-tool.ts';

/** Calls whose tool does not fit their journal, in this process: they wait until the tool is another one. */
export class Misfits {
  readonly #misfits = new Map<string, { tool: AnyMcpTool; message: string }>();
  /** With which tool, and how long a journal, a call was last seen to fit. */
  readonly #fits = new Map<string, { tool: AnyMcpTool; length: number }>();

  add(sessionId: string, tool: AnyMcpTool, message: string): void {
    this.#fits.delete(sessionId);
    this.#misfits.set(sessionId, { tool, message });
  }

  remove(sessionId: string): void {
    this.#misfits.delete(sessionId);
    this.#fits.delete(sessionId);
  }

  /** Why the call cannot continue. */
  reason(sessionId: string): string | undefined {
    return this.#misfits.get(sessionId)?.message;
  }

  /** Whether it would still not fit; of a tool that has changed nobody knows. */
  isStill(sessionId: string, tool: AnyMcpTool | undefined): boolean {
    return this.#misfits.get(sessionId)?.tool === tool;
  }

  /** Try whether a call fits, once for each tool and journal. */
  check(sessionId: string, seen: { tool: AnyMcpTool; length: number }, replay: () => void): void {
    const before = this.#fits.get(sessionId);
    if (before?.tool === seen.tool && before.length === seen.length) return;
    if (this.isStill(sessionId, seen.tool)) return;
    this.remove(sessionId);
    try {
      replay();
      this.#fits.set(sessionId, seen);
    } catch (error) {
      this.add(sessionId, seen.tool, error instanceof Error ? error.message : String(error));
    }
  }
}
