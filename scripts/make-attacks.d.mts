export function toAttacks(): string;
