import { parseArgs } from 'node:util';
import type { CompileOrder } from './bundle/compile.ts';
import type { ToolsOrder } from './bundle/tools.ts';
import {
  compileFlags,
  exportFlags,
  ledgerFlags,
  policyFlags,
  rebuildFlags,
  verifyFlags,
} from './commands.ts';
import type { ExportOrder } from './export.ts';
import type { LedgerOrder } from './ledger.ts';
import type { PolicyOrder } from './policy.ts';
import type { RebuildOrder } from './rebuild.ts';
import type { VerifyOrder } from './verify/verify.ts';

/** What a command line asks for: an order, its usage, or (as a text) what is wrong with it. */
export type Asked<Order> = { readonly order: Order } | 'help' | { readonly misuse: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the arguments of `countersign verify`. */
export function verifyArguments(given: readonly string[], environment: Environment): Asked<VerifyOrder> {
  return asked(given, () => {
    const { key, app, json } = verifyFlags;
    const options = {
      key: { type: key.type, multiple: true },
      app: { type: app.type },
      'seal-key': { type: verifyFlags['seal-key'].type },
      json: { type: json.type },
    } as const;
    const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true });
    const [target, more] = positionals;
    if (target === undefined || more !== undefined)
      return 'verify takes one file or the address of one issue';
    const id = values.app ?? null;
    if (id !== null && !/^[1-9][0-9]{0,19}$/.test(id)) return '--app takes the App’s number';
    return {
      target,
      keys: values.key ?? [],
      app: id,
      sealKey: values['seal-key'] ?? null,
      json: values.json ?? false,
      environment,
    };
  });
}

/** Reads the arguments of `countersign compile`. */
export function compileArguments(given: readonly string[], environment: Environment): Asked<CompileOrder> {
  return asked(given, () => {
    const options = { check: { type: compileFlags.check.type } } as const;
    const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true });
    const [folder, more] = positionals;
    if (folder === undefined || more !== undefined) return 'compile takes one bundle’s folder';
    return { folder, check: values.check ?? false, environment };
  });
}

/** Reads the arguments of `countersign policy`. */
export function policyArguments(given: readonly string[]): Asked<PolicyOrder> {
  return asked(given, () => {
    const options = { organisation: { type: policyFlags.organisation.type } } as const;
    const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true });
    const [what, file = '.github/countersign.yml', more] = positionals;
    if (what !== 'check' || more !== undefined) return 'policy takes check, and at most one file';
    return { file, organisation: values.organisation ?? null };
  });
}

/** Reads the arguments of `countersign tools`. */
export function toolsArguments(given: readonly string[], environment: Environment): Asked<ToolsOrder> {
  return asked(given, () => {
    const { positionals } = parseArgs({ args: [...given], options: {}, allowPositionals: true });
    const [folder, more] = positionals;
    if (folder === undefined || more !== undefined) return 'tools takes one bundle’s folder';
    return { folder, environment };
  });
}

/** Reads the arguments of `countersign export`. */
export function exportArguments(given: readonly string[], environment: Environment): Asked<ExportOrder> {
  return asked(given, () => {
    const options = {
      out: { type: exportFlags.out.type },
    } as const;
    const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true });
    const [run, more] = positionals;
    if (run === undefined || more !== undefined) return 'export takes one run or one whole hash';
    return { run, out: values.out ?? null, environment };
  });
}

/** Reads the arguments of `countersign rebuild`. */
export function rebuildArguments(given: readonly string[]): Asked<RebuildOrder> {
  return asked(given, () => {
    const options = {
      json: { type: rebuildFlags.json.type },
    } as const;
    const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true });
    if (positionals.some((one) => !/^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(one)))
      return 'rebuild takes repositories as owner/name';
    return { repositories: positionals, json: values.json ?? false };
  });
}

/** Reads the arguments of `countersign ledger`. */
export function ledgerArguments(given: readonly string[], environment: Environment): Asked<LedgerOrder> {
  return asked(given, () => {
    const options = {
      out: { type: ledgerFlags.out.type },
      moved: { type: ledgerFlags.moved.type },
    } as const;
    const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true });
    const [what, file, more] = positionals;
    if (what === 'export' && file === undefined && values.moved === undefined)
      return { do: 'export', out: values.out ?? null, environment };
    if (what === 'import' && file !== undefined && more === undefined && values.out === undefined)
      return { do: 'import', file, moved: values.moved ?? false, environment };
    return 'ledger takes export, or import and one file';
  });
}

/** Whoever asks for help gets it, whatever else stands there. Unknown flags are misuse: `parseArgs` is strict. */
function asked<Order extends object>(given: readonly string[], read: () => Order | string): Asked<Order> {
  if (given.includes('--help') || given.includes('-h')) return 'help';
  try {
    const found = read();
    return typeof found === 'string' ? { misuse: found } : { order: found };
  } catch (error) {
    return {
      misuse: error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'the flags can’t be read',
    };
  }
}
