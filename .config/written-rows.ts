import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript";
import { ROOT } from "./step.ts";

// What a statement answers is typed once: by PostgreSQL beside its .sql, by Prisma Client, or by a test that compares it with
// the catalogue. A store names such a row by what makes it (RowOf, GetPayload, ReturnType of what converts it), and writes its
// columns nowhere again.

/** `file: type`, of types of a store that write out again the columns of a row that is typed already. */
export function writtenRows(path: string, text: string, composed: readonly string[]): string[] {
  if (!path.endsWith("store.ts") && !/from "\.\/[\w-]+\.sql\.ts"/.test(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const known = new Set([...rowsMadeIn(dirname(path)), ...selectedIn(source)]);
  const sent = typedByTest(source, path, composed);
  const found: string[] = [];
  const note = (name: string, type: ts.Node) => {
    for (const literal of literalsOf(type)) {
      const fields = namesOf(literal.members);
      const isRow = /Row$/.test(name) || (fields.includes(" ") && known.has(fields));
      if (isRow && !sent.has(name)) found.push(`${path}: ${name}`);
    }
  };
  const walk = (node: ts.Node): void => {
    if (ts.isTypeAliasDeclaration(node)) note(node.name.text, node.type);
    else if (ts.isFunctionLike(node) && node.type) note(nameAround(node), node.type);
    ts.forEachChild(node, walk);
  };
  walk(source);
  return [...new Set(found)];
}

/** What a type is made of: itself, the parts of an intersection or a union, what an array or a promise is of. */
function literalsOf(type: ts.Node): ts.TypeLiteralNode[] {
  if (ts.isTypeLiteralNode(type)) return [type];
  if (ts.isArrayTypeNode(type)) return literalsOf(type.elementType);
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) return type.types.flatMap(literalsOf);
  if (ts.isParenthesizedTypeNode(type) || ts.isTypeOperatorNode(type)) return literalsOf(type.type);
  if (ts.isTypeReferenceNode(type) && /^(?:Promise|Array|ReadonlyArray)$/.test(type.typeName.getText()))
    return (type.typeArguments ?? []).flatMap(literalsOf);
  return [];
}

/** Names as PostgreSQL or TypeScript spell them, in one order. */
const namesOf = (members: readonly { name?: ts.Node | undefined }[]): string =>
  members
    .flatMap(({ name }) => name?.getText().replace(/["!]/g, "") ?? [])
    .map((name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .sort()
    .join(" ");

const madeIn = new Map<string, string[]>();

/** The columns of each typed statement of a folder that has more than one. */
function rowsMadeIn(folder: string): string[] {
  const known = madeIn.get(folder);
  if (known) return known;
  const rows = globSync(`${folder}/*.sql.ts`, { cwd: ROOT }).flatMap((path) => {
    const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest, true);
    return source.statements
      .filter((node) => ts.isTypeAliasDeclaration(node) && node.name.text.endsWith("Row"))
      .flatMap((node) => literalsOf((node as ts.TypeAliasDeclaration).type).map(({ members }) => namesOf(members)));
  });
  madeIn.set(folder, rows);
  return rows;
}

/** What `select` asks Prisma Client for in a file. */
function selectedIn(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && node.properties.every(isTrue)) found.push(namesOf(node.properties));
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

const isTrue = (node: ts.ObjectLiteralElementLike): boolean =>
  ts.isPropertyAssignment(node) && node.initializer.kind === ts.SyntaxKind.TrueKeyword;

/** Row types of composed statements, which prisma/statements/composed.store.test.ts compares with the catalogue. */
function typedByTest(source: ts.SourceFile, path: string, composed: readonly string[]): Set<string> {
  const found = new Set<string>();
  const walk = (node: ts.Node, around: string): void => {
    const inside = ts.isFunctionDeclaration(node) && node.name ? node.name.text : around;
    const isSent =
      (ts.isTaggedTemplateExpression(node) || ts.isCallExpression(node)) && composed.includes(`${path}: ${inside}`);
    if (isSent) for (const type of node.typeArguments ?? []) for (const name of namesIn(type)) found.add(name);
    ts.forEachChild(node, (child) => walk(child, inside));
  };
  walk(source, "");
  return found;
}

function namesIn(type: ts.Node): string[] {
  if (ts.isTypeReferenceNode(type)) return [type.typeName.getText()];
  const found: string[] = [];
  ts.forEachChild(type, (child) => {
    found.push(...namesIn(child));
  });
  return found;
}

function nameAround(node: ts.Node): string {
  if (ts.isFunctionDeclaration(node) && node.name) return node.name.text;
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : basename(node.getSourceFile().fileName);
}
