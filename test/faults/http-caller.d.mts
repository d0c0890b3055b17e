export class Cut extends Error {}
