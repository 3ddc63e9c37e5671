/** Cuts a byte stream into lines. Bytes are joined before they are decoded, so no character is ever split. */
export interface Lines {
  /** The whole lines that this chunk completes. Null: a line grew over the bound, the stream is given up. */
  push(chunk: Uint8Array): readonly string[] | null;
}

/** `maxBytes` bounds one line, and so what is kept between two chunks. */
export function lineReader(maxBytes: number): Lines {
  let parts: Uint8Array[] = [];
  let length = 0;
  return {
    push(chunk) {
      const lines: string[] = [];
      let rest = chunk;
      for (;;) {
        const end = rest.indexOf(0x0a);
        const piece = end < 0 ? rest : rest.subarray(0, end);
        length += piece.length;
        if (length > maxBytes) return null;
        parts.push(piece);
        if (end < 0) return lines;
        lines.push(Buffer.concat(parts).toString('utf8').replace(/\r$/, ''));
        parts = [];
        length = 0;
        rest = rest.subarray(end + 1);
      }
    },
  };
}
