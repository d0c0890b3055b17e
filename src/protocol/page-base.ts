/** A page with this `<meta>` is below that path of its origin; without it, at the root. */
export const BASE_META = 'tandem-base';
