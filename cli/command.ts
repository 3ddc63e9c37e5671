import { parseArgs } from 'node:util';
import {
  compileArguments,
  exportArguments,
  ledgerArguments,
  policyArguments,
  rebuildArguments,
  toolsArguments,
  verifyArguments,
} from './arguments.ts';
import { commands, demoFlags, usage, type CommandName } from './commands.ts';
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
    case 'compile': {
      const asked = compileArguments(rest, process.env);
      if (asked === 'help') return show(usage());
      if ('misuse' in asked) return misuse(asked.misuse);
      const { compile } = await import('./bundle/compile.ts');
      return compile(asked.order, output);
    }
    case 'tools': {
      const asked = toolsArguments(rest, process.env);
      if (asked === 'help') return show(usage());
      if ('misuse' in asked) return misuse(asked.misuse);
      const { tools } = await import('./bundle/tools.ts');
      return tools(asked.order, output);
    }
    case 'policy': {
      const asked = policyArguments(rest);
      if (asked === 'help') return show(usage());
      if ('misuse' in asked) return misuse(asked.misuse);
      const { policyCheck } = await import('./policy.ts');
      return policyCheck(asked.order, output);
    }
    case 'verify': {
      const asked = verifyArguments(rest, process.env);
      if (asked === 'help') return show(usage());
      if ('misuse' in asked) return misuse(asked.misuse);
      const { verify } = await import('./verify/verify.ts');
      return verify(asked.order, output);
    }
    case 'export': {
      const asked = exportArguments(rest, process.env);
      if (asked === 'help') return show(usage());
      if ('misuse' in asked) return misuse(asked.misuse);
      const { exportCommand } = await import('./export.ts');
      return exportCommand(asked.order, output);
    }
    case 'ledger': {
      const asked = ledgerArguments(rest, process.env);
      if (asked === 'help') return show(usage());
      if ('misuse' in asked) return misuse(asked.misuse);
      const { ledger } = await import('./ledger.ts');
      return ledger(asked.order, output);
    }
    case 'migrate': {
      if (rest.length > 0) return misuse('migrate takes no flags: its settings come from the environment');
      const { migrate } = await import('./migrate.ts');
      return migrate(process.env, output);
    }
    case 'rebuild': {
      const asked = rebuildArguments(rest);
      if (asked === 'help') return show(usage());
      if ('misuse' in asked) return misuse(asked.misuse);
      const { rebuild } = await import('./rebuild.ts');
      return rebuild(asked.order);
    }
  }
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

function readDemoFlags(
  given: readonly string[],
): { readonly json: boolean; readonly interactive: boolean; readonly out: string } | string | null {
  try {
    const { json, interactive, out } = demoFlags;
    const options = {
      json: { type: json.type },
      interactive: { type: interactive.type },
      out: { type: out.type },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values } = parseArgs({ args: [...given], options, strict: true, allowPositionals: false });
    if (values.help === true) return null;
    if (values.json === true && values.interactive === true)
      return '--json and --interactive exclude each other';
    return {
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
