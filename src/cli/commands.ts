import type { Command } from './command.ts';

/** Each command is loaded when it is called: what one needs does not slow the others down. */
export const COMMANDS: Record<string, () => Promise<Command>> = {
  init: async () => (await import('./init.ts')).initCommand,
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  build: async () => (await import('./build.ts')).buildCommand,
  check: async () => (await import('./check.ts')).checkCommand,
  open: async () => (await import('./open.ts')).openCommand,
  store: async () => (await import('./store.ts')).storeCommand,
  admin: async () => (await import('./admin.ts')).adminCommand,
  audit: async () => (await import('./audit.ts')).auditCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
};
