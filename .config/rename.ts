import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { ensureClient } from "#lib/server/build.ts";
import { ROOT, step } from "./step.ts";

// Renames a field in the contracts, in memory only, and lists by room what no longer compiles. A field that is renamed in
// its contract alone must be noticed by the verbs, the desk, the SDK and the reference; where one of them stays silent this
// fails. Usage: node .config/rename.ts [FIELD…]

const ROOMS = ["verb", "desk", "SDK", "docs"] as const;
type Room = (typeof ROOMS)[number];
/** Contract's file → its text with the field renamed. */
type Overlay = ReadonlyMap<string, string>;

/** One field of a bill's request and answer, one of its times, one of a conversion, one of what a payment came to. */
const FIELDS = ["fiatReceivable", "expiryTime", "quoteSymbol", "quantityConverted"];
const MOST_SHOWN = 4;
const WIDE = 160;

const fields = process.argv.slice(2);
const isBad = fields.find((field) => !/^[a-z]\w*$/i.test(field));
if (isBad !== undefined) {
  process.stderr.write(`${isBad} is no field's name. Usage: node .config/rename.ts [FIELD…]\n`);
  process.exit(1);
}
await ensureClient();
const config = configOf();
const parsed = new Map<string, ts.SourceFile | undefined>();
let silent = 0;
for (const field of fields.length > 0 ? fields : FIELDS) silent += await tryField(field);
process.exitCode = silent > 0 ? 1 : 0;

/** Prints what each room says of the new name; answers how many say nothing. */
async function tryField(field: string): Promise<number> {
  const overlay = renamed(field);
  const files = [...overlay.keys()];
  process.stdout.write(`\n${field} is called ${newName(field)} in ${files.join(", ") || "no contract"}\n`);
  if (files.length === 0) return 1;
  const found = Map.groupBy([...compiled(field, overlay), ...(await documented(overlay))], ({ room }) => room);
  for (const room of ROOMS) {
    const errors = found.get(room) ?? [];
    process.stdout.write(`  ${room}: ${errors.length === 0 ? "DOES NOT NOTICE" : `${errors.length} errors`}\n`);
    for (const { text } of errors.slice(0, MOST_SHOWN)) process.stdout.write(`    ${text.slice(0, WIDE)}\n`);
  }
  return ROOMS.filter((room) => !found.has(room)).length;
}

function newName(field: string): string {
  return `${field}Renamed`;
}

/** The contracts that have the field in a schema. */
function renamed(field: string): Overlay {
  const overlay = new Map<string, string>();
  for (const path of globSync("lib/*/{,*-}contract.ts", { cwd: ROOT }).sort()) {
    const text = readFileSync(join(ROOT, path), "utf8");
    const ends: number[] = [];
    const walk = (node: ts.Node): void => {
      // A field's value is made by calls, as in `fiat: text(1, 32).meta(FIAT)`.
      if (ts.isPropertyAssignment(node) && ts.isCallExpression(node.initializer) && node.name.getText() === field)
        ends.push(node.name.end);
      ts.forEachChild(node, walk);
    };
    walk(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
    if (ends.length === 0) continue;
    overlay.set(
      path,
      ends.reduceRight((now, end) => `${now.slice(0, end)}${newName("")}${now.slice(end)}`, text),
    );
  }
  return overlay;
}

type Found = { room: Room; text: string };

/** What the compiler says of the field in all files but tests that write it, the SDK's own among them. */
function compiled(field: string, overlay: Overlay): Found[] {
  const word = new RegExp(`\\b${field}\\b`);
  const named = config.fileNames.filter(
    (file) =>
      /^(?:app|components|lib)\/(?!.*\.test\.)|contracts\.test\.ts$/.test(relative(ROOT, file)) && mentions(file, word),
  );
  const program = ts.createProgram({
    rootNames: [...named, ...ownTypes()],
    options: config.options,
    host: hostOf(overlay),
  });
  return named.flatMap((file) =>
    program.getSemanticDiagnostics(program.getSourceFile(file)).flatMap(({ start = 0, messageText }) => {
      const text = ts.flattenDiagnosticMessageText(messageText, " ").replaceAll(/\s+/g, " ");
      const path = relative(ROOT, file);
      const room = roomOf(path);
      if (room === undefined || !text.includes(field)) return [];
      const line = program.getSourceFile(file)?.getLineAndCharacterOfPosition(start).line ?? 0;
      return [{ room, text: `${path}:${line + 1} ${text}` }];
    }),
  );
}

function mentions(file: string, word: RegExp): boolean {
  return file.endsWith("contracts.test.ts") || word.test(readFileSync(file, "utf8"));
}

/** Declarations that no import brings along. */
function ownTypes(): string[] {
  return config.fileNames.filter((file) => file.endsWith(".d.ts"));
}

function roomOf(path: string): Room | undefined {
  if (/(?:contract|calls)\.ts$/.test(path)) return undefined;
  if (path.startsWith("lib/sdk/")) return "SDK";
  if (path.startsWith("lib/reference/")) return "docs";
  return path.startsWith("lib/") || /^app\/(?:payment|manage|house|sandbox)\//.test(path) ? "verb" : "desk";
}

/** Files as they are, but for the renamed ones; what is parsed once serves every field. */
function hostOf(overlay: Overlay): ts.CompilerHost {
  const host = ts.createCompilerHost(config.options);
  const read = host.getSourceFile.bind(host);
  return {
    ...host,
    getSourceFile(file, version) {
      const own = overlay.get(relative(ROOT, file));
      if (own !== undefined) return ts.createSourceFile(file, own, version);
      if (!parsed.has(file)) parsed.set(file, read(file, version));
      return parsed.get(file);
    },
  };
}

/** What the check of the reference says: it loads the renamed contracts instead of those on disk. */
async function documented(overlay: Overlay): Promise<Found[]> {
  const folder = mkdtempSync(join(tmpdir(), "desk-rename-"));
  try {
    const hook = join(folder, "overlay.mjs");
    const sources = [...overlay].map(([path, text]) => [pathToFileURL(join(ROOT, path)).href, text]);
    writeFileSync(
      hook,
      `import { registerHooks } from "node:module";
const sources = new Map(${JSON.stringify(sources)});
registerHooks({
  load: (url, context, next) =>
    sources.has(url) ? { format: "module-typescript", source: sources.get(url), shortCircuit: true } : next(url, context),
});`,
    );
    const { output, code } = await step("reference", ["--import", hook, "lib/reference/write.ts", "--check"]);
    const lines = output.trim().split("\n").slice(0, -1);
    return code === 0 ? [] : lines.map((text) => ({ room: "docs", text }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function configOf(): ts.ParsedCommandLine {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => process.exit(1) };
  const options = { incremental: false, noEmit: true };
  const read = ts.getParsedCommandLineOfConfigFile(join(ROOT, "tsconfig.json"), options, host);
  if (!read) throw new Error("tsconfig.json cannot be read");
  return read;
}
