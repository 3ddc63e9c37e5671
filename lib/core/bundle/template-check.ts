import type { ShapeFault } from '../json/shape.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../json/value.ts';
import type { Expressions, ExpressionUse } from '../port/expressions.ts';
import { parseMatchPattern } from './match.ts';
import { parseTemplate, standsAlone, type TemplatePart } from './template.ts';

/** What a template may refer to. */
export interface TemplateScope {
  readonly contexts: readonly string[];
  /** Those of them that hold evidence. */
  readonly untrusted: ReadonlySet<string>;
  /** Whether the text is one that an action writes, where `quote()` may carry evidence. */
  readonly written: boolean;
  readonly parameters: ReadonlySet<string>;
  readonly steps: ReadonlySet<string>;
}

/** Checks every text of a value; lists all faults with their paths. */
export function checkTemplates(
  value: JsonValue,
  path: string,
  scope: TemplateScope,
  expressions: Expressions,
): readonly ShapeFault[] {
  if (typeof value === 'string') return checkText(value, path, scope, expressions);
  if (isJsonArray(value))
    return value.flatMap((item, index) => checkTemplates(item, `${path}[${index}]`, scope, expressions));
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, member]) =>
      checkTemplates(member, `${path}.${name}`, scope, expressions),
    );
  return [];
}

/**
 * Checks an expression that decides and is never written anywhere: a condition, or a list to go through.
 * It may use evidence as it is.
 */
export function checkExpression(
  source: string,
  path: string,
  scope: TemplateScope,
  expressions: Expressions,
): readonly ShapeFault[] {
  const use = expressions.inspect(source, scope.contexts);
  if (!use.ok) return [{ path, expected: `another expression than \${{ ${source} }}: ${use.fault.what}` }];
  return [...unknownNames(use.value, path, scope), ...checkPatterns(use.value, path)];
}

function checkText(
  text: string,
  path: string,
  scope: TemplateScope,
  expressions: Expressions,
): readonly ShapeFault[] {
  const template = parseTemplate(text);
  if (!template.ok) return [{ path, expected: 'an expression that ends with }}' }];
  const faults: ShapeFault[] = [];
  const uses = new Map<number, ExpressionUse>();
  for (const [index, part] of template.value.entries()) {
    if (part.kind === 'text') continue;
    const use = expressions.inspect(part.source, scope.contexts);
    if (use.ok) uses.set(index, use.value);
    else faults.push({ path, expected: `another expression than \${{ ${part.source} }}: ${use.fault.what}` });
  }
  for (const use of uses.values()) {
    faults.push(...unknownNames(use, path, scope), ...checkPatterns(use, path));
    const names = [...scope.untrusted];
    const quotes = names.some((name) => use.quoted.has(name));
    if (names.some((name) => use.bare.has(name)) || (quotes && !scope.written))
      faults.push({ path, expected: `evidence only inside ${scope.written ? 'quote() or ' : ''}match()` });
    if (quotes && use.whole !== 'quote') faults.push({ path, expected: 'quote() as the whole expression' });
    // A match reads as part of a name, a link or a sentence beside other text, but not within a code span.
    const isAlone = template.value.length === 1 && (use.whole === 'match' || use.whole === 'fromjson');
    if (names.some((name) => use.matched.has(name)) && !isAlone && use.whole !== 'code')
      faults.push({ path, expected: 'match() or fromJSON(match()) as the whole text, or code(match())' });
  }
  if (scope.written && [...uses.values()].some((use) => use.quoted.size > 0))
    faults.push(...checkMarkdown(template.value, uses, path));
  return faults;
}

/**
 * A text with `quote()` is Markdown that carries untrusted text. There nothing may stand around the fence
 * that could take its meaning away: no other fence, no HTML (a fence inside an HTML block is plain text),
 * and no value that was not made harmless by `code()` or `quote()`.
 */
function checkMarkdown(
  parts: readonly TemplatePart[],
  uses: ReadonlyMap<number, ExpressionUse>,
  path: string,
): readonly ShapeFault[] {
  const faults: ShapeFault[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'text') {
      if (part.text.includes('<')) faults.push({ path, expected: 'no < in a text with quote()' });
      if (/```|~~~/.test(part.text)) faults.push({ path, expected: 'no fence in a text with quote()' });
      continue;
    }
    const whole = uses.get(index)?.whole;
    if (whole === 'quote' && !standsAlone(parts, index))
      faults.push({ path, expected: 'quote() alone on its line, at the line’s start' });
    if (whole !== undefined && whole !== 'quote' && whole !== 'code')
      faults.push({ path, expected: 'code() around other values in a text with quote()' });
  }
  return faults;
}

function checkPatterns(use: ExpressionUse, path: string): readonly ShapeFault[] {
  const fits = use.patterns.every((source) => source !== null && parseMatchPattern(source).ok);
  return fits
    ? []
    : [{ path, expected: 'a written-out pattern in match(), of letters, digits and _ . / : - only' }];
}

function unknownNames(use: ExpressionUse, path: string, scope: TemplateScope): readonly ShapeFault[] {
  return use.paths.flatMap((dotted) => {
    const [context, name] = dotted.split('.');
    if (name === undefined) return [];
    if (context === 'params' && !scope.parameters.has(name))
      return [{ path, expected: `a parameter of the bundle, not params.${name}` }];
    if (context === 'evidence' && !scope.steps.has(name))
      return [{ path, expected: `an earlier step with call, not evidence.${name}` }];
    return [];
  });
}
