export function stringsIn(path: string): string[];
