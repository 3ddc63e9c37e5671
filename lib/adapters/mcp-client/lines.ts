import { StringDecoder } from 'node:string_decoder';

/** Cuts a byte stream into lines. A character whose bytes lie in two chunks is put together first. */
export interface Lines {
  /** The whole lines that this chunk completes. Null: a line grew over the bound, the stream is given up. */
  push(chunk: Uint8Array): readonly string[] | null;
}

/** `maxBytes` bounds one line, and so what is kept between two chunks. */
export function lineReader(maxBytes: number): Lines {
  // Decoded as it comes: a line of 16 MB is then kept once, and not as bytes, joined bytes and text.
  const decoder = new StringDecoder('utf8');
  let kept = '';
  let length = 0;
  return {
    push(chunk) {
      const lines: string[] = [];
      let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      for (;;) {
        const end = rest.indexOf(0x0a);
        const piece = end < 0 ? rest : rest.subarray(0, end);
        length += piece.length;
        if (length > maxBytes) return null;
        kept += decoder.write(piece);
        if (end < 0) return lines;
        const line = kept + decoder.end();
        lines.push(line.endsWith('\r') ? line.slice(0, -1) : line);
        kept = '';
        length = 0;
        rest = rest.subarray(end + 1);
      }
    },
  };
}
