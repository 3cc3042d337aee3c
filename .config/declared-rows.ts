import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "./step.ts";

/** Columns of a row type as it is written at a statement: what TypeScript has them for, and whether null. */
export type Declared = Record<string, { kind: string; isNullable: boolean }>;

const FLAGS: readonly [ts.TypeFlags, string][] = [
  [ts.TypeFlags.StringLike, "string"],
  [ts.TypeFlags.NumberLike, "number"],
  [ts.TypeFlags.BigIntLike, "bigint"],
  [ts.TypeFlags.BooleanLike, "boolean"],
];

/** The row types of statements, named `file: function`. */
export function readDeclared(names: readonly string[]): Map<string, Declared> {
  const config = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT);
  const files = [...new Set(names.map((name) => join(ROOT, name.split(": ")[0] ?? "")))];
  const program = ts.createProgram({ rootNames: files, options: { ...options, types: ["node"], incremental: false } });
  const checker = program.getTypeChecker();
  const found = new Map<string, Declared>();
  for (const file of files) {
    const source = program.getSourceFile(file);
    const walk = (node: ts.Node, around: string) => {
      const inside = ts.isFunctionDeclaration(node) && node.name ? node.name.text : around;
      const row = rowTypeAt(node);
      if (row) found.set(`${file.slice(ROOT.length + 1)}: ${inside}`, fieldsOf(checker, row));
      ts.forEachChild(node, (child) => walk(child, inside));
    };
    if (source) walk(source, "");
  }
  return found;
}

/** `db.$queryRaw<Row[]>` and `runLean<Row>(…)`. */
function rowTypeAt(node: ts.Node): ts.TypeNode | undefined {
  const isRaw = ts.isTaggedTemplateExpression(node) && /\$queryRaw$/.test(node.tag.getText());
  const isUnsafe = ts.isCallExpression(node) && /\$queryRawUnsafe$/.test(node.expression.getText());
  const isLean = ts.isCallExpression(node) && node.expression.getText() === "runLean";
  if (!(isRaw || isUnsafe || isLean)) return undefined;
  const [type] = node.typeArguments ?? [];
  return type && ts.isArrayTypeNode(type) ? type.elementType : type;
}

function fieldsOf(checker: ts.TypeChecker, node: ts.TypeNode): Declared {
  const type = checker.getTypeFromTypeNode(node);
  return Object.fromEntries(
    checker.getPropertiesOfType(type).map((property) => {
      const field = checker.getTypeOfSymbolAtLocation(property, node);
      const parts = field.isUnion() ? field.types : [field];
      const isNullable = parts.some(({ flags }) => flags & ts.TypeFlags.Null);
      return [property.name, { kind: tsKind(checker, checker.getNonNullableType(field)), isNullable }];
    }),
  );
}

function tsKind(checker: ts.TypeChecker, type: ts.Type): string {
  const parts = type.isUnion() ? type.types : [type];
  const plain = FLAGS.find(([flag]) => parts.every(({ flags }) => flags & flag))?.[1];
  if (plain) return plain;
  const text = checker.typeToString(type);
  if (text === "Date" || text === "Decimal" || /^(?:string|number|bigint|boolean)\[\]$/.test(text)) return text;
  return checker.getPropertyOfType(type, "toFixed") ? "Decimal" : "JsonValue";
}
