import { appendFileSync } from "node:fs";
import { turn } from "#lib/kernel/turn.ts";

// Writes down how far it has come: node turn.fixture.ts PATH
const [path = ""] = process.argv.slice(2);
appendFileSync(path, "loaded ");
await turn();
appendFileSync(path, "begun ");
process.send?.("its answer");
setInterval(() => undefined, 60_000);
