export function brokenLinks(out: string): string[];
