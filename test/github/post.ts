import { request } from 'node:http';

/** GitHub gives a receiver ten seconds. */
const timeoutMs = 10_000;

/** Sends one body. Status 0: no answer. Never rejects. */
export function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve) => {
    const lost = (): void => resolve({ status: 0, text: '' });
    if (!URL.canParse(url)) {
      lost();
      return;
    }
    const sent = request(url, { method: 'POST', headers, agent: false, timeout: timeoutMs }, (answer) => {
      const chunks: string[] = [];
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: chunks.join('') }));
      answer.on('error', lost);
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', lost);
    sent.end(body);
  });
}
