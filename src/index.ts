/**
 * Tandem as a library: declare tools and areas, and serve them together with those of a folder.
 * @module
 */
export type { Area, AreaServices, Prompt, Resource } from './area/area.ts';
export type { CallContext, ClientAbilities } from './area/call-context.ts';
export type { InputRequest, InputRequired } from './area/input-required.ts';
export { type Problem, Problems } from './area/problems.ts';
export type { Answer, Asked, Question } from './area/question.ts';
export type { Route, RouteContext, Socket, SocketConnection } from './area/route.ts';
export { type Content, defineTool, type Tool, type ToolResult } from './area/tool.ts';
export type { HostUser } from './auth/host-user.ts';
export type { Principal } from './auth/principal.ts';
export { type ErrorCode, TandemError } from './errors.ts';
export type { Caller, Mounted, MountOptions, SignIn } from './http/mount-options.ts';
export { createLogger, type Logger } from './lib/logger.ts';
export type {
  LowdefyAgentCall,
  LowdefyCaller,
  LowdefyEndpointCall,
  LowdefyHost,
  LowdefyRequestCall,
} from './lowdefy/lowdefy-host.ts';
export type { AreaDefinition, ServedFolder } from './server/area-definition.ts';
export type { Config } from './server/config-schema.ts';
export { loadConfig } from './server/load-config.ts';
export { createTandem, type Tandem } from './server/tandem.ts';
export type { TandemOptions } from './server/tandem-options.ts';
export type { SessionKind, SessionLink } from './session/session-kind.ts';
export type { LogEntry, SessionRecord, SessionSummary } from './session/session-record.ts';
export type { SessionStore } from './session/session-store.ts';
