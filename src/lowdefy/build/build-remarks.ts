import { isRecord } from '../../lib/is-record.ts';
import type { ConfigCopy } from './write-config-copy.ts';

/** Something that Lowdefy's build reports about a configuration. */
export interface BuildRemark {
  message: string;
  /** File and line in the app, if the build knows them (from 4.6 on). */
  place?: string;
  /** The underlying cause: the message of a parser, or of code in the app. */
  cause?: string;
  /** An error in production and a warning in development. */
  isRelaxable: boolean;
  /** As it was thrown or logged. */
  thrown?: unknown;
}

export interface BuildRemarks {
  logger: object;
  errors: BuildRemark[];
  warnings: BuildRemark[];
}

/** A logger for one run of the build. From 4.6 on, the build logs its errors and throws only their number. */
export function createBuildRemarks(copy: ConfigCopy): BuildRemarks {
  const errors: BuildRemark[] = [];
  const warnings: BuildRemark[] = [];
  const ignore = () => {};
  const logger = {
    debug: ignore,
    info: ignore,
    log: ignore,
    succeed: ignore,
    spin: ignore,
    warn: (...parts: unknown[]) => void warnings.push(toRemark(parts, copy)),
    error: (...parts: unknown[]) => void errors.push(toRemark(parts, copy)),
  };
  return { logger, errors, warnings };
}

/** Why a run of the build failed: what it logged, or what it threw if it logged nothing. */
export function failuresOf(thrown: unknown, { errors }: BuildRemarks, copy: ConfigCopy): BuildRemark[] {
  const isSummary = isRecord(thrown) && (thrown as { name?: unknown }).name === 'BuildError';
  return isSummary && errors.length > 0 ? errors : [toRemark([thrown], copy)];
}

/** A remark in one line: `pages/home.yaml:5: …`. */
export function remarkText({ place, message, cause }: BuildRemark): string {
  return `${place === undefined ? '' : `${place}: `}${message}${cause === undefined ? '' : ` ${cause}`}`;
}

function toRemark(parts: unknown[], copy: ConfigCopy): BuildRemark {
  const thrown = parts.find((part) => part instanceof Error || (isRecord(part) && 'message' in part));
  const facts: Record<string, unknown> = isRecord(thrown) ? thrown : {};
  const message = oneLine(parts.map(toText).join(' '), copy);
  // Parsers show the line itself below the first.
  const [cause = ''] = facts.cause instanceof Error ? copy.withOwnPaths(facts.cause.message).split('\n') : [];
  return {
    message,
    ...(typeof facts.source === 'string' && { place: copy.placeOf(facts.source) }),
    ...(cause !== '' && !message.includes(cause) && { cause }),
    isRelaxable: facts.prodError === true || facts.name === 'ConfigWarning' || /deprecat/i.test(message),
    thrown,
  };
}

function oneLine(text: string, copy: ConfigCopy): string {
  return copy
    .withOwnPaths(text)
    .replace(/^Schema Error\n/, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

function toText(part: unknown): string {
  if (typeof part === 'string') return part;
  if (isRecord(part) && typeof part.message === 'string') return part.message;
  return JSON.stringify(part) ?? String(part);
}
