import { isJsonArray, isJsonObject, type JsonValue } from '../json/value.ts';
import type { Expressions } from '../port/expressions.ts';
import type { Propose } from './bundle.ts';
import { parseTemplate } from './template.ts';

const contexts = ['params', 'github', 'evidence'];

/**
 * Whether anything of the evidence, as a quote or as a word that fits a pattern, gets into what a bundle proposes.
 * Known from the bundle alone, before anything is started. Where it can't be told, it does.
 */
export function proposesEvidence(
  { input, precondition }: Pick<Propose, 'input' | 'precondition'>,
  expressions: Expressions,
): boolean {
  return holdsEvidence(input, expressions) || holdsEvidence(precondition, expressions);
}

function holdsEvidence(value: JsonValue, expressions: Expressions): boolean {
  if (typeof value === 'string') return textHoldsEvidence(value, expressions);
  if (isJsonArray(value)) return value.some((item) => holdsEvidence(item, expressions));
  return isJsonObject(value) && Object.values(value).some((member) => holdsEvidence(member, expressions));
}

function textHoldsEvidence(text: string, expressions: Expressions): boolean {
  const template = parseTemplate(text);
  if (!template.ok) return true;
  return template.value.some((part) => {
    if (part.kind === 'text') return false;
    const use = expressions.inspect(part.source, contexts);
    return !use.ok || use.value.contexts.has('evidence');
  });
}
