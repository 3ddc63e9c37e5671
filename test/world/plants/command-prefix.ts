/** Planted: the first digits of a hash are taken for a hash. */
import { parseCommand as sound, type ParsedCommand } from '../../../lib/core/approval/command.ts';

/** @public Stands in for the function of this name. */
export function parseCommand(body: string): ParsedCommand {
  const [, hash] = /^\/approve ([0-9a-f]{8})$/.exec(body) ?? [];
  return hash === undefined ? sound(body) : { kind: 'command', verb: 'approve', hash, reason: '' };
}
