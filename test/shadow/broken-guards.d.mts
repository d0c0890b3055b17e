/** By name: the source, what is in it, and what breaks it. */
export const BROKEN_GUARDS: Record<string, [file: string, guard: string, broken: string]>;
