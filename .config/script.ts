import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT, step } from "./step.ts";

const [kind = "", name = "", ...args] = process.argv.slice(2);
const path = join("e2e", kind, `${name}.ts`);
if (/^[\w-]+$/.test(name) && existsSync(join(ROOT, path))) {
  const isSelfTest = kind === "prove" && args.includes("--self-test");
  const command = isSelfTest
    ? ["e2e/world/self-test.ts", name, ...args.filter((arg) => arg !== "--self-test")]
    : [path, ...args];
  process.exitCode = (await step(name, command, { show: true })).code;
} else {
  const names = globSync(`e2e/${kind}/*.ts`, { cwd: ROOT }).map((file) => basename(file, ".ts"));
  process.stderr.write(
    `Name one of: ${names.sort().join(", ") || "there is none yet"}. Usage: npm run ${kind} -- NAME [--full]${kind === "prove" ? " [--self-test]" : ""}\n`,
  );
  process.exitCode = 1;
}
