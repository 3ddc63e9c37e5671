import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';

/** A YAML value with the line it begins at. */
export interface YamlPart {
  readonly line: number;
  readonly value: unknown;
  /** Names and indexes on the way from the top: `['jobs', 'test', 'steps', 0, 'run']`. */
  readonly way: readonly (string | number)[];
}

/** Every value of a YAML text, the top first. Throws for text that is not YAML. */
export function yamlParts(text: string): readonly YamlPart[] {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, strict: true });
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`not YAML: ${error.message}`);
  const parts: YamlPart[] = [];
  const visit = (node: Node, way: readonly (string | number)[]): void => {
    const line = counter.linePos(node.range?.[0] ?? 0).line;
    parts.push({ line, value: node.toJS(document), way });
    if (isSeq<Node>(node)) for (const [index, item] of node.items.entries()) visit(item, [...way, index]);
    if (!isMap<Node, Node | null>(node)) return;
    for (const { key, value } of node.items) {
      if (isScalar(key) && value !== null) visit(value, [...way, String(key.value)]);
    }
  };
  if (document.contents !== null) visit(document.contents, []);
  return parts;
}
