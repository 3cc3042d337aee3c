import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { brunoFiles, postmanCollection } from "#lib/reference/collections.ts";
import type { OpenApiDocument } from "#lib/reference/document.ts";
import { ROOT } from "./step.ts";

// Writes the collections for Postman and Bruno from the document. Usage: node .config/collections.ts [FOLDER], by default
// .data/collections; prints what it wrote.

const folder = resolve(process.argv[2] ?? join(ROOT, ".data/collections"));
const document = JSON.parse(readFileSync(join(ROOT, "public/openapi.json"), "utf8")) as OpenApiDocument;
const files = new Map([["postman.json", `${JSON.stringify(postmanCollection(document), null, 2)}\n`]]);
for (const [name, text] of brunoFiles(document)) files.set(join("bruno", name), text);
for (const [name, text] of files) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
process.stdout.write(`${files.size} files in ${folder}\n`);
