export type Json = null | boolean | number | string | readonly Json[] | Node;
export interface Node {
  readonly [name: string]: Json;
}

export function isNode(value: Json | undefined): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
