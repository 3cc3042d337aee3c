import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { OWN_WORDS } from "#lib/people/password-rules.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(ROOT, "app/docs/handbook/security.md"), "utf8");
const sources = globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: ROOT, exclude: (path) => path === "generated" })
  .filter((path) => !/\.(test|fixture)\.tsx?$/.test(path))
  .map((path) => readFileSync(join(ROOT, path), "utf8"));

/** The part of the page under a heading. */
function under(heading: string): string {
  const [, rest = ""] = page.split(`\n## ${heading}\n`);
  return rest.split("\n## ", 1)[0] ?? "";
}
const found = (pattern: RegExp): string[] =>
  [...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name)))].toSorted();
/** A whole number as a source states it. */
function figure(path: string, name: string): number {
  const [, text = ""] =
    new RegExp(`\\b${name}[^=\\n]*= ([\\d_ *]+);`).exec(readFileSync(join(ROOT, path), "utf8")) ?? [];
  return text
    .replaceAll("_", "")
    .split("*")
    .reduce((product, part) => product * Number(part), 1);
}

test("it says what an auditor asks for: ways in, tries, passwords, sessions, keys, connections, data, logs, costs", () => {
  const headings = [...page.matchAll(/^###? (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([
    "Ways in",
    "Tries",
    "Passwords",
    "Sessions",
    "Keys",
    "Connections",
    "Data",
    "Logs",
    "What costs most",
  ]);
});

test("every key that is derived, and every purpose that is sealed for, is in the inventory, and no other", () => {
  const derived = found(/\.derive\(\s*"([^"]+)"/g);
  expect(derived.length).toBeGreaterThan(5);
  // A purpose is a text of its own, or begins with a word before the id of what is sealed.
  const sealed = ["key …", "mail …", "notification …", "place in a stream", "sign-in ticket", "totp …", "webhook …"];
  const calls = sources.flatMap((text) => [...text.matchAll(/secrets\.seal\(([^,]+),/g)].map(([, purpose]) => purpose));
  expect([...new Set(calls)].toSorted()).toEqual([
    "PLACE",
    "TICKET",
    "`key \u0024{keyId}`",
    "linkPurpose(id)",
    "sealOf(endpointId)",
    "sealOf(id)",
    "totpPurpose(id)",
  ]);
  const listed = [...under("Keys").matchAll(/^\| `([^`]+)` \|/gm)].map(([, purpose = ""]) => purpose);
  expect(listed.toSorted()).toEqual([...derived, ...sealed.map((purpose) => `seal ${purpose}`)].toSorted());
});

test("every host that is called, and every variable that names one, stands among the connections", () => {
  const section = under("Connections");
  const variables = found(/"((?:[A-Z]+_)+(?:URL|ISSUER))"/g).filter(
    // Our own address, which nobody calls.
    (name) => !/^(?:PUBLIC|NEXTAUTH)_URL$/.test(name),
  );
  expect(variables.length).toBeGreaterThan(6);
  expect(variables.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  const hosts = found(/accessTo\("https:\/\/([^"/]+)"/g);
  expect(hosts.length).toBeGreaterThan(4);
  expect(hosts.filter((host) => !section.includes(`\`${host}\``))).toEqual([]);
});

test("every table of the database is in one class of data", () => {
  const tables = globSync("prisma/schema/*.prisma", { cwd: ROOT })
    .flatMap((path) => [...readFileSync(join(ROOT, path), "utf8").matchAll(/@@map\("([^"]+)"\)/g)])
    .map(([, name = ""]) => name);
  const rows = under("Data")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| Class"));
  expect(rows).toHaveLength(5);
  const classed = rows.flatMap((row) =>
    [...(row.split("|")[2] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
  );
  expect(classed.toSorted()).toEqual(tables.toSorted());
});

test("what is sealed or a digest in the database is a secret's", () => {
  const models = globSync("prisma/schema/*.prisma", { cwd: ROOT }).flatMap((path) =>
    readFileSync(join(ROOT, path), "utf8")
      .split(/^model /m)
      .slice(1),
  );
  const stored = models
    .filter((model) => /^\s+\w*(?:Sealed|[dD]igest)\s+Bytes/m.test(model))
    .map((model) => /@@map\("([^"]+)"\)/.exec(model)?.[1] ?? "");
  const [secrets = ""] = under("Data").match(/^\| Secrets .*$/m) ?? [];
  const elsewhere = stored.filter((name) => !secrets.includes(`\`${name}\``));
  // A device's digest opens nothing; a letter's link lies sealed until it leaves; a refund link's digest stands with its money.
  expect(elsewhere.toSorted()).toEqual(["mail", "refund_link", "staff_session"]);
});

test("its figures are the program's", () => {
  const throttle = "lib/people/login-throttle.ts";
  const minute = 60_000;
  const most = (name: string) => figure(throttle, `MOST_${name}`);
  const within = (name: string) => figure(throttle, `${name}WINDOW_MS`) / minute;
  const rows: [number, string, number][] = [
    [most("OF_PLACE"), "10 minutes", within("")],
    [most("OF_STRANGERS"), "10 minutes", within("")],
    [most("CODES"), "60 minutes", within("CODES_")],
    [most("LETTERS"), "60 minutes", within("LETTER_")],
    [most("COST_OF_NETWORK"), "1 minute", within("COST_")],
    [most("COST"), "1 minute", within("COST_")],
  ];
  const limits = [...under("Ways in").matchAll(/^\| [^|]+ \| (\d+) \| (\d+ minutes?) \|$/gm)];
  expect(limits.map(([, tries, span]) => [Number(tries), span])).toEqual(rows.map(([tries, span]) => [tries, span]));
  for (const [, span, minutes] of rows) expect(span.split(" ")[0]).toBe(String(minutes));
  expect(page).toContain(OWN_WORDS.map((word) => `\`${word}\``).join(", "));
  const hours = figure("lib/people/session.ts", "SESSION_MS") / 60 / minute;
  expect(page).toContain(`A session ends ${hours} hours after it began`);
  expect(page).toContain(`the request log ${figure("lib/log/request-log-days.ts", "RETENTION_DAYS")} days`);
  expect(page).toContain(`places of sign-in for ${figure("lib/people/personal-data.ts", "RETENTION_DAYS")} days`);
  expect(page).toContain(`exported files ${figure("lib/exports/write-export.ts", "RETENTION_DAYS")} days`);
  expect(page).toContain(`${figure("lib/http/read-gate.ts", "READS_AT_ONCE")} reads at once`);
  expect(page).toContain(`${figure("lib/server/callers.ts", "MOST_PER_ADDRESS")} for an address`);
});
