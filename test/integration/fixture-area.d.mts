import type { Area } from '../../src/area/area.ts';

export const COUNTER: string;
export const SECRET: string;
export function createFixtureArea(folder: string): Area;
