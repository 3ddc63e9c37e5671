/** The App's door for seals, as far as the Action meets it: it seals whatever record comes, and counts. */
import { createServer } from 'node:http';
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import { parseRecord } from '../../lib/core/proposal/parse-record.ts';
import { readSealRequest } from '../../lib/core/seal/request.ts';
import { send } from '../../test/support/issuer.ts';
import { close, listen } from '../../test/support/loopback.ts';

export interface SealDoor {
  readonly url: string;
  requests(): number;
  close(): Promise<void>;
}

export async function openSealDoor(): Promise<SealDoor> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const order = readSealRequest(body);
      const text = order.ok ? recordCodec.decode(order.value.record) : order;
      const read = text.ok ? parseRecord(text.value) : text;
      if (!text.ok || !read.ok) return send(response, 400, { sealed: false, code: 'record_malformed' });
      const record = digestText(text.value);
      return send(response, 200, {
        sealed: true,
        hash: read.value.hash,
        record,
        at: '2026-11-30T14:10:00.000Z',
      });
    })();
  });
  const url = await listen(server);
  return { url, requests: () => requests, close: () => close(server) };
}
