import { crc32, createDeflateRaw } from 'node:zlib';
import { Readable } from 'node:stream';
import type { KeptFile } from '../../core/port/artifacts.ts';

/** More than the largest budget of a bundle: what is redacted may grow a little. In UTF-8 bytes, unpacked. */
const maxArchiveBytes = 32 * 1024 * 1024;

/** 1980-01-01, the first day that the format knows: same files, same bytes. */
const firstDay = 0x21;
/** Bit 11: names are UTF-8. */
const utf8Names = 0x800;
const deflated = 8;
const version = 20;

interface Packed {
  readonly name: Buffer;
  readonly data: Buffer;
  readonly bytes: number;
  readonly crc: number;
  readonly offset: number;
}

/**
 * Packs files as ZIP (PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16), which every system opens. Null
 * where they take more than `maxBytes`. A file is packed as its pieces come, so that no whole text is held.
 */
export async function zip(
  files: readonly KeptFile[],
  maxBytes: number = maxArchiveBytes,
): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  const packed: Packed[] = [];
  let offset = 0;
  let room = maxBytes;
  for (const file of files) {
    const one = await pack(file, offset, room);
    if (one === null) return null;
    room -= one.bytes;
    packed.push(one);
    const header = Buffer.concat([localHeader(one), one.name]);
    parts.push(header, one.data);
    offset += header.length + one.data.length;
  }
  const directory = Buffer.concat(packed.flatMap((one) => [directoryEntry(one), one.name]));
  return Buffer.concat([...parts, directory, endOf(packed.length, directory.length, offset)]);
}

async function pack({ name, pieces }: KeptFile, offset: number, room: number): Promise<Packed | null> {
  let crc = 0;
  let bytes = 0;
  const read = function* (): Iterable<Buffer> {
    for (const piece of pieces()) {
      const chunk = Buffer.from(piece, 'utf8');
      crc = crc32(chunk, crc);
      bytes += chunk.length;
      if (bytes > room) return;
      yield chunk;
    }
  };
  const chunks: Buffer[] = [];
  for await (const chunk of Readable.from(read(), { objectMode: true }).pipe(createDeflateRaw()))
    chunks.push(chunk);
  if (bytes > room) return null;
  return { name: Buffer.from(name, 'utf8'), data: Buffer.concat(chunks), bytes, crc, offset };
}

function localHeader(file: Packed): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeFacts(header, 4, file);
  return header;
}

function directoryEntry(file: Packed): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(version, 4);
  writeFacts(entry, 6, file);
  entry.writeUInt32LE(file.offset, 42);
  return entry;
}

/** What both tell of a file, in the same order. */
function writeFacts(into: Buffer, at: number, { name, data, bytes, crc }: Packed): void {
  into.writeUInt16LE(version, at);
  into.writeUInt16LE(utf8Names, at + 2);
  into.writeUInt16LE(deflated, at + 4);
  into.writeUInt16LE(firstDay, at + 8);
  into.writeUInt32LE(crc, at + 10);
  into.writeUInt32LE(data.length, at + 14);
  into.writeUInt32LE(bytes, at + 18);
  into.writeUInt16LE(name.length, at + 22);
}

function endOf(count: number, directoryBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
