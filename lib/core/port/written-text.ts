import type { JsonValue } from '../json/value.ts';
import type { Result } from '../result.ts';

/** Where in a file that people write something is wrong; lines and columns count from 1. */
export interface WrittenFault {
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly expected: string;
}

/** A text that says what JSON can say, and where each of its parts stands. */
export interface Written {
  readonly value: JsonValue;
  /** The position of a path as the shapes write it, or of the nearest part above it. */
  locate(path: string): { readonly line: number; readonly column: number };
}

/** Reads a text that people write: strictly, or with every fault's place. Bounded in size and depth. */
export type ReadWritten = (text: string) => Result<Written, readonly WrittenFault[]>;
