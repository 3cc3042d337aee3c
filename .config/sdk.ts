import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join, resolve } from "node:path";
import ts from "typescript";
import { ROOT } from "./step.ts";

// Builds and packs the SDK: plain JavaScript modules with their types, nothing else in it and nothing needed beside it.
// Usage: node .config/sdk.ts [FOLDER], by default .data/sdk; prints the path of the package.

const folder = resolve(process.argv[2] ?? join(ROOT, ".data/sdk"));
const FILES = ["client", "operations"];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of FILES) {
  const source = readFileSync(join(ROOT, `lib/sdk/${name}.ts`), "utf8");
  writeFileSync(join(folder, `${name}.js`), scripted(source));
  writeFileSync(join(folder, `${name}.d.ts`), declared(source, name));
}
writeFileSync(join(folder, "README.md"), readFileSync(join(ROOT, "lib/sdk/README.md")));
writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
const packed = execFileSync("npm", ["pack", "--silent"], { cwd: folder, encoding: "utf8" }).trim();
process.stdout.write(`${join(folder, packed)}\n`);

/** Types and comments out, for they are in the declarations. */
function scripted(source: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true };
  const bare = stripTypeScriptTypes(source);
  return ts.transpileModule(bare, { compilerOptions }).outputText.replaceAll('.ts"', '.js"');
}

function declared(source: string, name: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, isolatedDeclarations: true };
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, { fileName: `${name}.ts`, compilerOptions });
  for (const { messageText } of diagnostics) throw new Error(`${name}: ${messageText}`);
  return outputText.replaceAll('.ts"', '.js"');
}

function manifest(): Record<string, unknown> {
  const own = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { name: string; version: string };
  return {
    name: `${own.name}-sdk`,
    version: own.version,
    description: "Client of the crypto payment desk: signing, retries, typed errors, pages, webhooks",
    license: "MIT",
    type: "module",
    engines: { node: ">=20.3" },
    exports: { ".": { types: "./client.d.ts", default: "./client.js" } },
    types: "./client.d.ts",
    files: ["*.js", "*.d.ts"],
  };
}
