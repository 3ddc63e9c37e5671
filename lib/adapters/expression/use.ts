import { data, type Expr } from '@actions/expressions';
import {
  Binary,
  ContextAccess,
  FunctionCall,
  Grouping,
  IndexAccess,
  Literal,
  Logical,
  Star,
  Unary,
} from '@actions/expressions/ast';
import type { ExpressionUse } from '../../core/port/expressions.ts';

type Use = Omit<ExpressionUse, 'whole'>;

/** Within which function a part of an expression stands; the outermost one counts. */
type Within = 'nothing' | 'quote' | 'match';

/** Which contexts an expression uses, inside and outside `quote()` and `match()`, and by which literal paths. */
export function useOf(root: Expr): Use {
  const bare = new Set<string>();
  const quoted = new Set<string>();
  const matched = new Set<string>();
  const patterns: Array<string | null> = [];
  const paths: string[] = [];
  const sets = { nothing: bare, quote: quoted, match: matched } as const;
  const visit = (node: Expr, within: Within): void => {
    if (node instanceof Literal || node instanceof Star) return;
    if (node instanceof ContextAccess) {
      // Names are compared without regard to case, as the language does.
      const name = node.name.lexeme.toLowerCase();
      sets[within].add(name);
      paths.push(name);
    } else if (node instanceof IndexAccess) {
      const dotted = pathOf(node);
      if (dotted !== null) paths.push(dotted);
      visit(node.expr, within);
      visit(node.index, within);
    } else if (node instanceof FunctionCall) {
      const name = node.functionName.lexeme.toLowerCase();
      const inside = within === 'nothing' && (name === 'quote' || name === 'match') ? name : within;
      if (name === 'match') patterns.push(textOf(node.args[1]));
      for (const argument of node.args) visit(argument, inside);
    } else if (node instanceof Unary) visit(node.expr, within);
    else if (node instanceof Grouping) visit(node.group, within);
    else if (node instanceof Binary) {
      visit(node.left, within);
      visit(node.right, within);
    } else if (node instanceof Logical) for (const argument of node.args) visit(argument, within);
    // A kind of node that a newer library might bring must not pass unseen.
    else throw new TypeError('an expression of an unknown kind');
  };
  visit(root, 'nothing');
  return { contexts: new Set([...bare, ...quoted, ...matched]), bare, quoted, matched, patterns, paths };
}

function textOf(node: Expr | undefined): string | null {
  return node instanceof Literal && node.literal instanceof data.StringData ? node.literal.value : null;
}

/** `params.service` of an access by a literal name; deeper parts and computed names have none. */
function pathOf({ expr, index }: IndexAccess): string | null {
  return expr instanceof ContextAccess && index instanceof Literal
    ? `${expr.name.lexeme.toLowerCase()}.${index.literal.coerceString()}`
    : null;
}
