const WORDS: Record<string, string> = { view: 'watch', act: 'use it', answer: 'answer its questions' };

/** Somebody a session is shared with, as people say it. */
export function granteeName(whom: unknown): string {
  const { user, role } = (whom ?? {}) as { user?: string; role?: string };
  return user ?? `everyone with the role ${role}`;
}

/** As people say it. `act` and `answer` include `view`. */
export function toRightWords(may: unknown): string {
  const rights: unknown[] = Array.isArray(may) ? may : [];
  const words = rights.filter((right) => right !== 'view' || rights.length === 1);
  return words.map((right) => WORDS[String(right)] ?? String(right)).join(' and ');
}
