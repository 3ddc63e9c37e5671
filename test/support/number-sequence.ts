import { createHash } from 'node:crypto';
import sequence from '../vectors/number-sequence.json' with { type: 'json' };

/** The double that 16 hexadecimal digits spell, big-endian. */
export function doubleOf(hex: string): number {
  return Buffer.from(hex, 'hex').readDoubleBE(0);
}

/** The deterministic ES6 number sequence, without end. `test/vectors/number-sequence.json` describes it. */
export function* numberSequence(): Generator<number> {
  for (const hex of sequence.first) yield doubleOf(hex);
  for (let at = 0n; at < 2000n; at += 1n)
    yield doubleOf((0x0010_0000_0000_0000n + at).toString(16).padStart(16, '0'));
  let block: Buffer = Buffer.alloc(32);
  for (;;) {
    block = createHash('sha256').update(block).digest();
    for (const offset of [0, 8, 16, 24]) {
      const number = block.readDoubleLE(offset);
      if (number !== 0 && Number.isFinite(number)) yield number;
    }
  }
}

/** A line of the sequence: bits in hexadecimal without leading zeros, and the number's text. */
export function sequenceLine(number: number, text: string): string {
  const bits = Buffer.alloc(8);
  bits.writeDoubleBE(number);
  return `${bits.readBigUInt64BE().toString(16)},${text}\n`;
}
