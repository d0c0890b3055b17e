export function toReference(): string;
