import ts from "typescript";
import type { Mutant } from "./mutant.ts";
import { type Change, changesOf } from "./operators.ts";
import { isSqlTag, looksLikeSql, sqlChanges } from "./sql.ts";

/** A source with all its mutants compiled in; `$m(id)` says whether one is on, `$l()` counts the rounds of loops. */
export type Instrumented = { code: string; mutants: Mutant[] };

type Work = {
  file: string;
  source: ts.SourceFile;
  firstId: number;
  only: ReadonlySet<number> | undefined;
  mutants: Mutant[];
  /** How often a key was given out. */
  keys: Map<string, number>;
};

const SHOWN = 160;
/** Calls whose text tells a fault of our own to ourselves, never to a user: their wording is no rule. */
const INNER_WORDING = /^(must|Error|TypeError|RangeError|log|logger|console)$/;

/** With `only`, the others keep their numbers but are not compiled in. */
export function instrument(file: string, text: string, firstId: number, only?: ReadonlySet<number>): Instrumented {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const work: Work = { file, source, firstId, only, mutants: [], keys: new Map() };
  const body = source.statements.map((statement) => emit(statement, work));
  let code = "";
  let at = 0;
  for (const [nth, statement] of source.statements.entries()) {
    code += text.slice(at, statement.getStart(source)) + body[nth];
    at = statement.end;
  }
  return { code: code + text.slice(at), mutants: work.mutants };
}

/** The node's text with the mutants of everything inside it. */
function emit(node: ts.Node, work: Work): string {
  if (isInert(node)) return node.getText(work.source);
  const inner = inside(node, work);
  if (ts.isExpression(node) && isValue(node)) return withChanges(node, inner, expressionChanges(node, work), work);
  if (isCondition(node)) return withChanges(node, inner, bothWays(node), work);
  if (ts.isExpressionStatement(node)) return statement(node, inner, work);
  if (ts.isBlock(node)) return block(node, inner, work);
  return inner;
}

/** What has no value at run time, or whose text is not read as an expression. */
function isInert(node: ts.Node): boolean {
  return (
    (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node)
  );
}

function inside(node: ts.Node, work: Work): string {
  const { source } = work;
  const text = source.text;
  let out = "";
  let at = node.getStart(source);
  ts.forEachChild(node, (child) => {
    const start = child.getStart(source);
    if (start < at) return;
    const loops = isLoop(node) && node.statement === child;
    const emitted = loops ? looped(emit(child, work), child) : emit(child, work);
    out += text.slice(at, start) + emitted;
    at = child.end;
  });
  return out + text.slice(at, node.end);
}

function isLoop(node: ts.Node): node is ts.IterationStatement {
  return ts.isIterationStatement(node, false);
}

const looped = (text: string, body: ts.Node) => (ts.isBlock(body) ? `{$l();${text.slice(1)}` : `{$l();${text}}`);

/** Whether the node can stand in brackets with a choice before it. */
function isValue(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isIdentifier(node) || ts.isExpressionWithTypeArguments(node)) return false;
  if (isLinkOfChain(node) || isTarget(node, parent)) return false;
  if (ts.isCallExpression(parent) && parent.expression === node) return false;
  if (ts.isTaggedTemplateExpression(parent)) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  if (ts.isPropertyName(node) && "name" in parent && parent.name === node) return false;
  return true;
}

/** Inside `a?.b.c` only the whole can be put in brackets. */
function isLinkOfChain(node: ts.Expression): boolean {
  const { parent } = node;
  const reaches =
    ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent);
  if (ts.isNonNullExpression(parent)) return isLinkOfChain(parent);
  return reaches && parent.expression === node && ts.isOptionalChain(parent);
}

function isTarget(node: ts.Node, parent: ts.Node): boolean {
  if (ts.isBinaryExpression(parent) && parent.left === node)
    return (
      parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    );
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.initializer === node;
  return ts.isPrefixUnaryExpression(parent)
    ? parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken
    : ts.isPostfixUnaryExpression(parent) || ts.isDeleteExpression(parent);
}

function expressionChanges(node: ts.Expression, work: Work): Change[] {
  const { source } = work;
  const changes: Change[] = [];
  if (isCondition(node)) changes.push(...bothWays(node));
  if (ts.isTaggedTemplateExpression(node) && isSqlTag(node.tag.getText(source)))
    return changes.concat(sqlInside(node.template, node, source));
  if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && looksLikeSql(node.getText(source).slice(1)))
    return changes.concat(sqlInside(node, node, source));
  if (isInnerWording(node, source)) return changes;
  changes.push(...changesOf(node, source));
  if (isArrowBody(node)) changes.push({ operator: "empty function", text: "undefined" });
  if (ts.isOptionalChain(node)) changes.push(...sureChain(node, source));
  return changes;
}

const bothWays = (node: ts.Node): Change[] =>
  ts.isIfStatement(node.parent)
    ? [
        { operator: "always", text: "true" },
        { operator: "never", text: "false" },
      ]
    : [{ operator: "never", text: "false" }];

/** A condition of a branch or a loop; identifiers count here too. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  return ts.isForStatement(parent) && parent.condition === node;
}

function isArrowBody(node: ts.Expression): boolean {
  const arrow = ts.isParenthesizedExpression(node.parent) ? node.parent.parent : node.parent;
  const calls = ts.isCallExpression(node) || ts.isAwaitExpression(node) || ts.isPropertyAccessExpression(node);
  return calls && ts.isArrowFunction(arrow) && (arrow.body === node || arrow.body === node.parent);
}

function sureChain(node: ts.OptionalChain, source: ts.SourceFile): Change[] {
  const text = node.getText(source);
  const start = node.getStart(source);
  const changes: Change[] = [];
  for (let link: ts.Node = node; ts.isOptionalChain(link); link = link.expression) {
    const sign = ts.isNonNullChain(link) ? undefined : link.questionDotToken;
    if (!sign) continue;
    const plain = ts.isPropertyAccessExpression(link) ? "." : "";
    const from = sign.getStart(source) - start;
    changes.push({ operator: "chain", text: text.slice(0, from) + plain + text.slice(from + 2) });
  }
  return changes;
}

function isInnerWording(node: ts.Expression, source: ts.SourceFile): boolean {
  const { parent } = node;
  const worded = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isConditionalExpression(node);
  if (!worded || !(ts.isCallExpression(parent) || ts.isNewExpression(parent))) return false;
  const [head = ""] = parent.expression.getText(source).split(".");
  return INNER_WORDING.test(head);
}

/** The statement inside `part` of `whole` changed, the rest as it is. */
function sqlInside(part: ts.Node, whole: ts.Node, source: ts.SourceFile): Change[] {
  const text = whole.getText(source);
  const start = whole.getStart(source);
  const from = part.getStart(source) - start;
  const holes = ts.isTemplateExpression(part)
    ? part.templateSpans.map((span) => {
        const open = span.getFullStart() - start;
        return [open - 2, span.literal.getStart(source) - start + 1] as const;
      })
    : [];
  let bare = text.slice(from, part.end - start);
  for (const [open, close] of holes)
    bare = bare.slice(0, open - from) + "\uE000".repeat(close - open) + bare.slice(close - from);
  return sqlChanges(bare.slice(1, -1)).map(({ operator, start: cut, end, text: put }) => ({
    operator: `sql: ${operator}`,
    text: text.slice(0, from + 1 + cut) + put + text.slice(from + 1 + end),
  }));
}

function withChanges(node: ts.Node, inner: string, changes: readonly Change[], work: Work): string {
  if (changes.length === 0) return inner;
  const original = node.getText(work.source);
  const choices = changes.flatMap((change) => {
    const id = note(node, change, original, work);
    return isIn(id, work) ? [`$m(${id})?(${change.text}):`] : [];
  });
  if (choices.length === 0) return inner;
  return `(${choices.join("")}(${inner}))`;
}

/** A statement that is there for its effect is left out; a text of its own (a directive) is none. */
function statement(node: ts.ExpressionStatement, inner: string, work: Work): string {
  const { expression } = node;
  if (ts.isStringLiteralLike(expression)) return node.getText(work.source);
  if (ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword) return inner;
  const change = { operator: "statement dropped", text: "" };
  const id = note(node, change, node.getText(work.source), work);
  return isIn(id, work) ? `{if(!$m(${id})){${inner}}}` : inner;
}

/** A function that does nothing; one statement alone is dropped as such. */
function block(node: ts.Block, inner: string, work: Work): string {
  const { parent } = node;
  const isBody =
    ts.isFunctionDeclaration(parent) ||
    ts.isFunctionExpression(parent) ||
    ts.isArrowFunction(parent) ||
    ts.isMethodDeclaration(parent);
  const [only] = node.statements;
  if (!isBody || !only || (node.statements.length === 1 && ts.isExpressionStatement(only))) return inner;
  const id = note(node, { operator: "empty function", text: "{}" }, node.getText(work.source), work);
  return isIn(id, work) ? `{if($m(${id}))return undefined;${inner.slice(1)}` : inner;
}

const isIn = (id: number, { only }: Work) => only === undefined || only.has(id);

function note(node: ts.Node, { operator, text }: Change, original: string, work: Work): number {
  const id = work.firstId + work.mutants.length;
  const [before, after] = differing(original, text);
  const base = `${work.file} ${nameAround(node, work.source)}: ${operator}: ${before} → ${after}`;
  const seen = work.keys.get(base) ?? 0;
  work.keys.set(base, seen + 1);
  const { line } = work.source.getLineAndCharacterOfPosition(node.getStart(work.source));
  work.mutants.push({
    id,
    file: work.file,
    line: line + 1,
    operator,
    key: seen === 0 ? base : `${base} #${seen + 1}`,
    original: before,
    replacement: after,
  });
  return id;
}

/** Both texts cut to where they differ, with a little around it. */
function differing(original: string, changed: string): [string, string] {
  const flat = (text: string) => text.replaceAll(/\s+/g, " ").trim();
  const [a, b] = [flat(original), flat(changed)];
  if (a.length <= SHOWN && b.length <= SHOWN) return [a, b];
  let from = 0;
  while (from < Math.min(a.length, b.length) && a[from] === b[from]) from += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - from && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const around = (text: string) =>
    `${from > 24 ? "…" : ""}${text.slice(Math.max(0, from - 24), text.length - tail + 24)}`.slice(0, SHOWN);
  return [around(a), around(b)];
}

function nameAround(node: ts.Node, source: ts.SourceFile): string {
  for (let at: ts.Node = node.parent; at && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) return at.name?.getText(source) ?? "(function)";
    if (ts.isVariableDeclaration(at) && isOutermost(at)) return at.name.getText(source);
  }
  return "(file)";
}

const isOutermost = (node: ts.VariableDeclaration) => ts.isSourceFile(node.parent.parent.parent);
