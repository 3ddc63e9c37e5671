import type { Expr } from '@actions/expressions';
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

interface Use {
  readonly bare: ReadonlySet<string>;
  readonly quoted: ReadonlySet<string>;
  readonly paths: readonly string[];
}

/** Which contexts an expression uses, inside and outside `quote()`, and by which literal paths. */
export function useOf(root: Expr): Use {
  const bare = new Set<string>();
  const quoted = new Set<string>();
  const paths: string[] = [];
  const visit = (node: Expr, inQuote: boolean): void => {
    if (node instanceof Literal || node instanceof Star) return;
    if (node instanceof ContextAccess) {
      // Names are compared without regard to case, as the language does.
      const name = node.name.lexeme.toLowerCase();
      (inQuote ? quoted : bare).add(name);
      paths.push(name);
    } else if (node instanceof IndexAccess) {
      const dotted = pathOf(node);
      if (dotted !== null) paths.push(dotted);
      visit(node.expr, inQuote);
      visit(node.index, inQuote);
    } else if (node instanceof FunctionCall) {
      const quotes = inQuote || node.functionName.lexeme.toLowerCase() === 'quote';
      for (const argument of node.args) visit(argument, quotes);
    } else if (node instanceof Unary) visit(node.expr, inQuote);
    else if (node instanceof Grouping) visit(node.group, inQuote);
    else if (node instanceof Binary) {
      visit(node.left, inQuote);
      visit(node.right, inQuote);
    } else if (node instanceof Logical) for (const argument of node.args) visit(argument, inQuote);
    // A kind of node that a newer library might bring must not pass unseen.
    else throw new TypeError('an expression of an unknown kind');
  };
  visit(root, false);
  return { bare, quoted, paths };
}

/** `params.service` of an access by a literal name; deeper parts and computed names have none. */
function pathOf({ expr, index }: IndexAccess): string | null {
  return expr instanceof ContextAccess && index instanceof Literal
    ? `${expr.name.lexeme.toLowerCase()}.${index.literal.coerceString()}`
    : null;
}
