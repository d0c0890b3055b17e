export function allFiles(): string[];
