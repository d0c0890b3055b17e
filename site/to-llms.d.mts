export function toLlms(addressOf?: (file: string) => string): string;
