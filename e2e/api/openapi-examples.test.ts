import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import { answerJudge, type Judge } from "#e2e/world/answers.ts";
import type { Key } from "#e2e/world/client.ts";
import { openApiDocument, type OpenApiDocument } from "#lib/reference/document.ts";
import { loadOperations } from "#lib/reference/endpoints.ts";
import { HOUSE_SCOPES, whoseIs, type Access } from "#lib/contract/permissions.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { curlOf, type ExampleCall, exampleCalls, typescriptOf } from "#lib/reference/snippets.ts";
import { freePort } from "#lib/postgres/free-port.ts";
import { openDesk } from "#lib/sdk/client.ts";
import type { Real } from "./openapi-examples.signing.ts";
import { exampleWorld } from "./openapi-examples.world.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
const { document }: { document: OpenApiDocument } = openApiDocument(await loadOperations());
const OURS = /^\/(payment|manage|house|sandbox)\//;
const calls = exampleCalls(document).filter(({ path }) => OURS.test(path));

let api: Api;
/** Of the house, for what is the house's. */
let houseKey: Key;
let judge: Judge;
let real: (operationId: string) => Promise<Real>;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "desk-examples-"));
  api = await openApi();
  houseKey = await api.newHouseKey(HOUSE_SCOPES);
  judge = await answerJudge();
  real = exampleWorld(api);
});
afterAll(async () => {
  const broken = await api.broken();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
  expect(broken).toEqual([]);
});

type Program = (desk: unknown) => Promise<unknown>;
const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (...parts: string[]) => Program;

/** What does not end by itself fails here, and not the whole run. */
const ENDS_MS = 5 * 60_000;

/** A shell whose input is no terminal may take its caller for a remote one and read their own start-up file: never here. */
const shell = (script: string, { keyId, secret }: Key = api.key) =>
  run("bash", ["--norc", "-c", `set -eu\ncurl() { command curl -m 120 "$@"; }\n${script}`], {
    cwd: folder,
    timeout: ENDS_MS,
    env: {
      NODE_ENV: "production",
      PATH: process.env["PATH"],
      DESK: `http://127.0.0.1:${api.port}`,
      KEY: `${keyId}:${secret}`,
    },
  });

/** What an example names, put in the place of its example identifiers. */
function withReal(text: string, found: Real): string {
  let out = text;
  for (const [example, value] of Object.entries(found)) out = out.replaceAll(example, value);
  return out;
}

/** What only people do, or what needs a world no call brings about: it must be understood, and answered by the document. */
const WITHOUT_SUCCESS =
  /^((resumeChain|rescanChain|scanCustody|makeWallet|activateWallet|retireWallet)(Before)?|getScreening|\w*House(Approvals|Request|Audit|AuditValues|Case|Cases|CaseSummary|Sessions?|Key|Keys|People|Users|User|Person|Password|Factor|Invitations?|Views?|Access)|houseAuditFile|makeHouseComment|releaseHeld|declineHeld|failPayout|stateLostHours|neverPlaced|getRequest|exportFile|makeView|changeView|deleteView|getMe|startAuthenticator|confirmAuthenticator|removeAuthenticator|renewRecoveryCodes|askForPasskey|addPasskey|chooseReading|renamePasskey|removePasskey|askForProof|prove|getSessions|endSession|endOtherSessions|changePassword|joinAccount|leaveAccount|getOwnData|openLink|acceptInvitation|setPassword|dropFactor|resetSecondFactor|approveRequest|declineRequest)$/;

const scopeOf = ({ method, place }: ExampleCall): string =>
  document.paths[place.split(" ")[1] ?? ""]?.[method.toLowerCase()]?.["x-scope"] ?? "public";

/** A key of the tenant whose the operation is. */
const keyFor = (call: ExampleCall): Key => (whoseIs(scopeOf(call) as Access) === "house" ? houseKey : api.key);

describe("the reference's examples answer as they say", () => {
  const answering = calls.filter(({ operationId }) => operationId !== "stream");

  test.each(answering.map((call) => [call.operationId, call] as const))("curl: %s", async (operationId, call) => {
    const line = withReal(curlOf(call, scopeOf(call)), await real(operationId));
    const { stdout } = await shell(
      line.replace("curl -s", "curl -s -w '\\n%{http_code} %{content_type}'"),
      keyFor(call),
    );
    const [, text = "", status = "", contentType = ""] = /^([\s\S]*)\n(\d+) (.*)$/.exec(stdout) ?? [];
    expect(
      judge({ method: call.method, target: call.path, status: Number(status), contentType, text }),
    ).toBeUndefined();
    expect(status).not.toBe("400");
    if (!WITHOUT_SUCCESS.test(operationId)) expect(`${status} ${text.slice(0, 300)}`).toMatch(/^200 /);
  });

  const keyed = answering.filter((call) => scopeOf(call) !== "public" && !WITHOUT_SUCCESS.test(call.operationId));
  test.each(keyed.map((call) => [call.operationId, call] as const))("TypeScript: %s", async (operationId, call) => {
    const desk = openDesk({ baseUrl: `http://127.0.0.1:${api.port}`, ...keyFor(call), maxRetries: 0 });
    const code = withReal(typescriptOf(call), await real(operationId));
    const program = new AsyncFunction("desk", `${code}\nreturn answer;`);
    expect(await program(desk)).toBeTypeOf("object");
  });
});

describe("the guides' examples run as they stand", () => {
  const guides = globSync("app/docs/guides/*.md", { cwd: ROOT }).map((file) => join(ROOT, file));
  const blocks = (file: string, language: string): string[] =>
    [...readFileSync(file, "utf8").matchAll(new RegExp(`\`\`\`${language} run\n([\\s\\S]*?)\`\`\``, "g"))].map(
      ([, code = ""]) => code,
    );

  const shells = guides.filter((file) => blocks(file, "sh").length > 0);
  test.each(shells.map((file) => [basename(file, ".md"), file]))("curl: %s", async (_name, file) => {
    const { stdout } = await shell(blocks(file, "sh").join("\n"));
    expect(stdout).not.toContain('"requestId"');
    expect(stdout).toContain('":');
  });

  const CLIENT = pathToFileURL(join(ROOT, "lib/sdk/client.ts")).href;
  const programs = guides.filter((file) => blocks(file, "ts").length > 0);
  test.each(programs.map((file) => [basename(file, ".md"), file]))("TypeScript: %s", async (name, file) => {
    const options = { baseUrl: `http://127.0.0.1:${api.port}`, ...api.key };
    const opening = `import { DeskError, openDesk } from "${CLIENT}";\nconst desk = openDesk(${JSON.stringify(options)});\n`;
    const path = join(folder, `${name}.mts`);
    writeFileSync(path, opening + blocks(file, "ts").join("\n"));
    const { stderr } = await run(process.execPath, ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", path], {
      cwd: ROOT,
      timeout: ENDS_MS,
    });
    expect(stderr).toBe("");
  });

  test("the quick start's receiver hears of a paid bill, verified, in at most 15 lines", async () => {
    const guide = readFileSync(join(ROOT, "app/docs/guides/quick-start.md"), "utf8");
    const receiver = /```ts\n([\s\S]*?)```/.exec(guide)?.[1] ?? "";
    expect(receiver.trim().split("\n").length).toBeLessThanOrEqual(15);
    const port = await freePort();
    const made = await api.post("/manage/v1/webhook-endpoints", { url: `http://127.0.0.1:${port}/` });
    const path = join(folder, "receiver.mts");
    writeFileSync(path, receiver.replace('"crypto-payment-desk-sdk"', `"${CLIENT}"`).replace("4000", String(port)));
    const { secret } = made.as<{ secret: string }>();
    const child = spawn(process.execPath, [path], {
      cwd: ROOT,
      env: { ...process.env, WEBHOOK_SECRET: secret },
      stdio: ["ignore", "pipe", "pipe"],
    });
    // Nobody sends a second time in this world: it is paid when the receiver listens, and not a moment before.
    const heard = Promise.withResolvers<string>();
    heard.promise.catch(() => undefined);
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        printed += chunk;
        if (printed.includes("\n")) heard.resolve(printed);
      });
    child.once("exit", (code) => heard.reject(new Error(`the receiver ended with ${code}: ${printed}`)));
    try {
      await listening(port, child);
      const bill = await api.bill();
      await api.pay(bill, bill.quantity, "bitcoin");
      expect(await heard.promise).toBe(`paid ${bill.paymentId}\n`);
    } finally {
      child.kill();
    }
  });
});

/** Waits until a program listens, or has ended without. */
async function listening(port: number, child: ChildProcess): Promise<void> {
  for (let open = false; !open && child.exitCode === null; ) {
    const socket = connect(port, "127.0.0.1");
    open = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (!open) await new Promise((wake) => setTimeout(wake, 50));
  }
}

test("every example identifier is one that a test can fill in", () => {
  expect(new Set(Object.values(IDS)).size).toBe(Object.keys(IDS).length);
});
