import type { Digest } from '../json/digest.ts';

const around = /^<!-- countersign:effect:v1 ([0-9a-f]+) -->$/;

/** The line by which the App finds again what it made: a MAC over run and key, so that nobody else can plant it. */
export function markerOf(mac: Digest): string {
  return `<!-- countersign:effect:v1 ${mac} -->`;
}

/** The MAC of such a line, for a place that takes no whole line; empty for any other text. */
export function macOf(marker: string): string {
  return around.exec(marker)?.[1] ?? '';
}
