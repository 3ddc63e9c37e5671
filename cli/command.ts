import { parseArgs } from 'node:util';
import {
  compileArguments,
  exportArguments,
  ledgerArguments,
  policyArguments,
  rebuildArguments,
  toolsArguments,
  verifyArguments,
  type Asked,
} from './arguments.ts';
import { commands, demoFlags, usage, type CommandName } from './commands.ts';
import type { DemoFlags } from './demo/run.ts';
import { isScenario, scenarioNames } from './demo/scenarios.ts';
import { version } from './root.ts';

/** Exit codes: done, something failed, the command line can't be read. */
const exits = { done: 0, failed: 1, misuse: 2 } as const;

/** Runs one command line, without the program's own name, and answers with the exit code. */
export async function runCommand(given: readonly string[]): Promise<number> {
  const [name = 'help', ...rest] = given;
  if (name === '--version' || name === '-v') return show(version());
  if (name === '--help' || name === '-h') return show(usage());
  if (!isCommand(name)) return misuse(`there is no command "${name}"`);
  switch (name) {
    case 'help':
      return show(usage());
    case 'serve': {
      if (rest.length > 0) return misuse('serve takes no flags: its settings come from the environment');
      const { runApp } = await import('./serve.ts');
      return runApp([]);
    }
    case 'demo':
      return demo(rest);
    case 'compile':
      return order(compileArguments(rest, process.env), async (asked) => {
        const { compile } = await import('./bundle/compile.ts');
        return compile(asked, output);
      });
    case 'tools':
      return order(toolsArguments(rest, process.env), async (asked) => {
        const { tools } = await import('./bundle/tools.ts');
        return tools(asked, output);
      });
    case 'policy':
      return order(policyArguments(rest), async (asked) => {
        const { policyCheck } = await import('./policy.ts');
        return policyCheck(asked, output);
      });
    case 'verify':
      return order(verifyArguments(rest, process.env), async (asked) => {
        const { verify } = await import('./verify/verify.ts');
        return verify(asked, output);
      });
    case 'export':
      return order(exportArguments(rest, process.env), async (asked) => {
        const { exportCommand } = await import('./export.ts');
        return exportCommand(asked, output);
      });
    case 'ledger':
      return order(ledgerArguments(rest, process.env), async (asked) => {
        const { ledger } = await import('./ledger.ts');
        return ledger(asked, output);
      });
    case 'migrate': {
      if (rest.length > 0) return misuse('migrate takes no flags: its settings come from the environment');
      const { migrate } = await import('./migrate.ts');
      return migrate(process.env, output);
    }
    case 'rebuild':
      return order(rebuildArguments(rest), async (asked) => {
        const { rebuild } = await import('./rebuild.ts');
        return rebuild(asked);
      });
  }
}

/** Carries out what was asked for, or shows how to ask. */
async function order<Order extends object>(
  asked: Asked<Order>,
  work: (order: Order) => Promise<number>,
): Promise<number> {
  if (asked === 'help') return show(usage());
  return 'misuse' in asked ? misuse(asked.misuse) : work(asked.order);
}

async function demo(given: readonly string[]): Promise<number> {
  const read = readDemoFlags(given);
  if (typeof read === 'string') return misuse(read);
  if (read === null) return show(usage());
  try {
    const { runDemo } = await import('./demo/run.ts');
    return await runDemo(read);
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    process.stderr.write(
      'countersign: the demo brings its emulator and its pages from a checkout. Clone the repository, then: npm ci && npm run demo\n',
    );
    return exits.failed;
  }
}

function readDemoFlags(given: readonly string[]): DemoFlags | string | null {
  try {
    const { json, interactive, scenario, out } = demoFlags;
    const options = {
      json: { type: json.type },
      interactive: { type: interactive.type },
      scenario: { type: scenario.type },
      out: { type: out.type },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values } = parseArgs({ args: [...given], options, strict: true, allowPositionals: false });
    if (values.help === true) return null;
    if (values.json === true && values.interactive === true)
      return '--json and --interactive exclude each other';
    const story = values.scenario ?? 'incident';
    if (!isScenario(story))
      return `there is no scenario "${story}": it is one of ${scenarioNames.join(', ')}`;
    return {
      scenario: story,
      json: values.json ?? false,
      interactive: values.interactive ?? false,
      out: values.out ?? 'demo',
    };
  } catch (error) {
    return error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'the flags can’t be read';
  }
}

const output = {
  out: (text: string): void => void process.stdout.write(text),
  err: (text: string): void => void process.stderr.write(text),
} as const;

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

function isMissingPackage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

function show(text: string): number {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  return exits.done;
}

function misuse(what: string): number {
  process.stderr.write(`countersign: ${what}\n\n${usage()}`);
  return exits.misuse;
}
