import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureClient } from "./build.ts";

// Generates the database client when it is missing or old, then runs the file named: nothing that needs it may be imported before.
await ensureClient();
const [entry = ""] = process.argv.splice(2, 1);
process.argv[1] = resolve(entry);
await import(pathToFileURL(process.argv[1]).href);
