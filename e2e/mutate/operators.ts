import ts from "typescript";

/** A node's whole text anew. */
export type Change = { operator: string; text: string };

const FLIPS: Partial<Record<ts.SyntaxKind, readonly string[]>> = {
  [ts.SyntaxKind.PlusToken]: ["-"],
  [ts.SyntaxKind.MinusToken]: ["+"],
  [ts.SyntaxKind.AsteriskToken]: ["/"],
  [ts.SyntaxKind.SlashToken]: ["*"],
  [ts.SyntaxKind.PercentToken]: ["*"],
  [ts.SyntaxKind.AsteriskAsteriskToken]: ["*"],
  [ts.SyntaxKind.LessThanToken]: ["<=", ">="],
  [ts.SyntaxKind.LessThanEqualsToken]: ["<", ">"],
  [ts.SyntaxKind.GreaterThanToken]: [">=", "<="],
  [ts.SyntaxKind.GreaterThanEqualsToken]: [">", "<"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ["!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ["==="],
  [ts.SyntaxKind.PlusEqualsToken]: ["-="],
  [ts.SyntaxKind.MinusEqualsToken]: ["+="],
  [ts.SyntaxKind.AsteriskEqualsToken]: ["/="],
  [ts.SyntaxKind.SlashEqualsToken]: ["*="],
  [ts.SyntaxKind.QuestionQuestionEqualsToken]: ["="],
  [ts.SyntaxKind.LessThanLessThanToken]: [">>"],
  [ts.SyntaxKind.GreaterThanGreaterThanToken]: ["<<"],
  [ts.SyntaxKind.AmpersandToken]: ["|"],
  [ts.SyntaxKind.BarToken]: ["&"],
  [ts.SyntaxKind.CaretToken]: ["&"],
};
const EITHER = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);
const EQUALITY = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]);
const METHOD_SWAPS = new Map(
  Object.entries({
    some: "every",
    every: "some",
    startsWith: "endsWith",
    endsWith: "startsWith",
    toUpperCase: "toLowerCase",
    toLowerCase: "toUpperCase",
    min: "max",
    max: "min",
    plus: "minus",
    minus: "plus",
    find: "findLast",
    findLast: "find",
    indexOf: "lastIndexOf",
    lastIndexOf: "indexOf",
    padStart: "padEnd",
    floor: "ceil",
    ceil: "floor",
  }),
);
/** Calls that can be left out: what they were called on stands for them. */
const METHOD_DROPS = new Set(["filter", "sort", "toSorted", "slice", "reverse", "toReversed", "trim", "flat", "at"]);
/** The other rounding, the other end, said without a name that the file may not import. */
const FUNCTION_SWAPS = new Map<string, (first: string, second: string) => string>(
  Object.entries({
    minOf: (first: string, second: string) => `(${first}) > (${second}) ? (${first}) : (${second})`,
    maxOf: (first: string, second: string) => `(${first}) < (${second}) ? (${first}) : (${second})`,
    floorDiv: (first: string, second: string) => `-floorDiv(-(${first}), ${second})`,
    ceilDiv: (first: string, second: string) => `-ceilDiv(-(${first}), ${second})`,
  }),
);

/** All changes of one expression; nested expressions have their own. */
export function changesOf(node: ts.Expression, source: ts.SourceFile): Change[] {
  const text = (of: ts.Node) => of.getText(source);
  if (ts.isBinaryExpression(node)) return binary(node, text);
  if (ts.isConditionalExpression(node)) {
    return [
      { operator: "always the first", text: text(node.whenTrue) },
      { operator: "always the second", text: text(node.whenFalse) },
    ];
  }
  if (ts.isPrefixUnaryExpression(node)) return unary(node, text);
  if (ts.isPostfixUnaryExpression(node)) {
    const turned = node.operator === ts.SyntaxKind.PlusPlusToken ? "--" : "++";
    return [{ operator: "direction", text: `${text(node.operand)}${turned}` }];
  }
  if (ts.isCallExpression(node)) return call(node, text);
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) return [{ operator: "empty list", text: "[]" }];
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0)
    return [{ operator: "empty record", text: "{}" }];
  return literal(node, text(node));
}

function binary(node: ts.BinaryExpression, text: (of: ts.Node) => string): Change[] {
  const kind = node.operatorToken.kind;
  const [left, right] = [text(node.left), text(node.right)];
  if (EITHER.has(kind)) {
    const operator = kind === ts.SyntaxKind.QuestionQuestionToken ? "default" : "condition dropped";
    return [left, right].map((remaining) => ({ operator, text: remaining }));
  }
  if (EQUALITY.has(kind) && isCondition(node)) return [];
  const words = [node.left, node.right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
  if (kind === ts.SyntaxKind.PlusToken && words) return [{ operator: "text", text: left }];
  return (FLIPS[kind] ?? []).map((turned) => ({ operator: "operator", text: `${left} ${turned} ${right}` }));
}

function unary(node: ts.PrefixUnaryExpression, text: (of: ts.Node) => string): Change[] {
  const operand = text(node.operand);
  if (node.operator === ts.SyntaxKind.ExclamationToken)
    return isCondition(node) ? [] : [{ operator: "negation", text: operand }];
  if (node.operator === ts.SyntaxKind.MinusToken) return [{ operator: "sign", text: operand }];
  if (node.operator === ts.SyntaxKind.PlusPlusToken) return [{ operator: "direction", text: `--${operand}` }];
  if (node.operator === ts.SyntaxKind.MinusMinusToken) return [{ operator: "direction", text: `++${operand}` }];
  return [];
}

function call(node: ts.CallExpression, text: (of: ts.Node) => string): Change[] {
  const { expression } = node;
  const rest = (from: ts.Node) => text(node).slice(text(from).length);
  if (ts.isIdentifier(expression)) {
    const [first, second] = node.arguments;
    const swap = FUNCTION_SWAPS.get(expression.text);
    return swap && first && second ? [{ operator: "function", text: swap(text(first), text(second)) }] : [];
  }
  if (!ts.isPropertyAccessExpression(expression) || expression.questionDotToken) return [];
  const name = expression.name.text;
  const on = text(expression.expression);
  if (METHOD_DROPS.has(name)) return [{ operator: "call dropped", text: on }];
  const swapped = METHOD_SWAPS.get(name);
  return swapped ? [{ operator: "method", text: `${on}.${swapped}${rest(expression)}` }] : [];
}

function literal(node: ts.Expression, text: string): Change[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ operator: "truth", text: "false" }];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ operator: "truth", text: "true" }];
  if (ts.isNumericLiteral(node)) return [{ operator: "number", text: `(${text} + 1)` }];
  if (ts.isBigIntLiteral(node)) return [{ operator: "number", text: `(${text} + 1n)` }];
  if (ts.isRegularExpressionLiteral(node)) return pattern(text);
  if (ts.isStringLiteralLike(node))
    return isCompared(node) ? [] : [{ operator: "text", text: node.text ? '""' : '"x"' }];
  if (ts.isTemplateExpression(node)) return [{ operator: "text", text: '""' }];
  return [];
}

function pattern(text: string): Change[] {
  const end = text.lastIndexOf("/");
  const [body, flags] = [text.slice(1, end), text.slice(end)];
  const changed = [
    body.replace(/^\^/, ""),
    body.replace(/\$$/, ""),
    body.replace(/\{(\d+)/, (_, count: string) => `{${Number(count) + 1}`),
    body.replace(/(?<!\\)([+*])(?!\?)/, (sign) => (sign === "+" ? "*" : "+")),
  ];
  return [...new Set(changed)]
    .filter((body_) => body_ !== body && body_ !== "")
    .map((body_) => ({ operator: "pattern", text: `/${body_}${flags}` }));
}

/** Both outcomes of a condition are tried where it stands, so turning it round adds nothing. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent)) return parent.expression === node;
  return ts.isConditionalExpression(parent) && parent.condition === node;
}

function isCompared(node: ts.Node): boolean {
  return ts.isBinaryExpression(node.parent) && EQUALITY.has(node.parent.operatorToken.kind);
}
