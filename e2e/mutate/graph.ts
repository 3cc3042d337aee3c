import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../..");
/** These find what they load by a pattern, which no import tells. */
const BY_PATTERN: Record<string, string> = {
  "lib/server/routes.ts": "app/{payment,manage,house,sandbox,pay}/**/route.ts",
  "lib/reference/endpoints.ts": "lib/*/{,*-}contract.ts",
};

export type Graph = { importsOf(file: string): readonly string[]; reachedFrom(file: string): ReadonlySet<string> };

/** Which source loads which, types left out. */
export function importGraph(): Graph {
  const known = new Map<string, readonly string[]>();
  const importsOf = (file: string) => {
    const found = known.get(file) ?? readImports(file);
    known.set(file, found);
    return found;
  };
  const reached = new Map<string, ReadonlySet<string>>();
  return {
    importsOf,
    reachedFrom(file) {
      const seen = reached.get(file) ?? walk(file, importsOf);
      reached.set(file, seen);
      return seen;
    },
  };
}

function walk(file: string, importsOf: (file: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set([file]);
  for (const each of seen) for (const next of importsOf(each)) seen.add(next);
  return seen;
}

function readImports(file: string): readonly string[] {
  const path = join(ROOT, file);
  if (!existsSync(path)) return [];
  const source = ts.createSourceFile(file, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const names: string[] = [];
  const inspect = (node: ts.Node): void => {
    const name = importedBy(node);
    if (name) names.push(name);
    ts.forEachChild(node, inspect);
  };
  inspect(source);
  const pattern = BY_PATTERN[file];
  return [...names.flatMap((name) => placeOf(name, file) ?? []), ...(pattern ? globSync(pattern, { cwd: ROOT }) : [])];
}

function importedBy(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node)) {
    const typesOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword || allTypes(node);
    return typesOnly || !ts.isStringLiteral(node.moduleSpecifier) ? undefined : node.moduleSpecifier.text;
  }
  if (ts.isExportDeclaration(node))
    return !node.isTypeOnly && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)
      ? node.moduleSpecifier.text
      : undefined;
  const [first] =
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments : [];
  return first && ts.isStringLiteral(first) ? first.text : undefined;
}

function allTypes(node: ts.ImportDeclaration): boolean {
  const bindings = node.importClause?.namedBindings;
  return (
    !node.importClause?.name &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.length > 0 &&
    bindings.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}

function placeOf(name: string, from: string): string | undefined {
  if (name.startsWith("#")) return name.slice(1);
  return name.startsWith(".") ? relative(ROOT, join(ROOT, dirname(from), name)) : undefined;
}
