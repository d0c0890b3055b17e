/** Stands for a secret. */
export const MASK = '••••';
