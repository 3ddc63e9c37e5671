// A bare Probot app, the yardstick for the App's memory: Probot's own server, an app that does nothing, the
// same settings and log level. JavaScript, because stripping types would cost memory that no production pays.
import pino from 'pino';
import { Probot, Server } from 'probot';

const log = pino({ level: process.env['LOG_LEVEL'], base: null }, pino.destination({ dest: 2, sync: true }));
const server = new Server({
  Probot: Probot.defaults({
    appId: process.env['APP_ID'],
    privateKey: process.env['PRIVATE_KEY'],
    secret: process.env['WEBHOOK_SECRET'],
    baseUrl: process.env['GITHUB_API_URL'],
  }),
  log,
  host: '127.0.0.1',
});
await server.load(() => undefined);
const { port } = (await server.start()).address();
process.stdout.write(`${JSON.stringify({ listening: `http://127.0.0.1:${port}` })}\n`);
