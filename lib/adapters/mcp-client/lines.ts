/** Cuts a byte stream into lines. A character whose bytes lie in two chunks is put together first. */
export interface Lines {
  /** The whole lines that this chunk completes. Null: a line grew over the bound, the stream is given up. */
  push(chunk: Uint8Array): readonly string[] | null;
}

/** `maxBytes` bounds one line, and so what is kept between two chunks. */
export function lineReader(maxBytes: number): Lines {
  // Kept as bytes, outside of the heap, and given back as soon as the line is text: a line of 16 MB would
  // otherwise stand there once as pieces and once as a whole until somebody collects.
  const kept = new ArrayBuffer(0, { maxByteLength: maxBytes });
  const append = (piece: Uint8Array): void => {
    const at = kept.byteLength;
    kept.resize(at + piece.length);
    new Uint8Array(kept).set(piece, at);
  };
  return {
    push(chunk) {
      const lines: string[] = [];
      let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      for (;;) {
        const end = rest.indexOf(0x0a);
        const piece = end < 0 ? rest : rest.subarray(0, end);
        if (kept.byteLength + piece.length > maxBytes) return null;
        if (end < 0) {
          append(piece);
          return lines;
        }
        const line = kept.byteLength === 0 ? piece.toString('utf8') : joined(piece);
        lines.push(line.endsWith('\r') ? line.slice(0, -1) : line);
        rest = rest.subarray(end + 1);
      }
    },
  };

  function joined(last: Uint8Array): string {
    append(last);
    const line = Buffer.from(kept).toString('utf8');
    kept.resize(0);
    return line;
  }
}
