import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { withMail } from "#e2e/world/letters.ts";
import { auditedOf, code, personIn, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { withdraw } from "#lib/approvals/decide-approval.ts";
import { patchSettingsOrAsk } from "#lib/approvals/or-ask.ts";
import { casesToNotify } from "#lib/cases/cases-to-notify.ts";
import { getCaseSummary } from "#lib/cases/get-case.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { momentIn } from "#lib/mail/say.ts";
import { makeNotices } from "./make-notices.ts";
import { deleteRule, listRules, makeRule, testRule } from "./rules.ts";
import { sendDueNotices } from "./send-notices.ts";

type Body = Record<string, unknown> & { text: string };
let world: World;
let ada: Ctx;
let olga: Ctx;
let worker: Ctx;
let server: Server;
let url = "";
let bodies: Body[] = [];
let status = 200;
/** Runs while a call is under way. */
let during: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  const opened = await openWorld();
  const { app } = opened;
  const env = { ...withMail(app).env, webhookAllowHosts: ["127.0.0.1"] };
  world = { ...opened, app: { ...app, env } };
  ada = await personIn(world, "Ada");
  await personIn(world, "Grace");
  olga = await personIn(world, "Olga", "operator");
  worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.92");
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(JSON.parse(Buffer.concat(chunks).toString("utf8")) as Body);
    await during();
    response.writeHead(status).end("ok");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T0000/B0000/secretXq4f`;
});
afterAll(async () => {
  server.close();
  await world.close();
});
beforeEach(async () => {
  await world.app.database.pool.query("update notification_rule set ended_at = now() where ended_at is null");
  await world.app.database.pool.query("update notice set next_at = null; update mail set next_at = null");
  bodies = [];
  status = 200;
  during = async () => undefined;
});

const MINUTE = 60_000;
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await world.app.database.pool.query(text, values)).rows as Row[];
const userOf = ({ actor }: Ctx): string => (actor.kind === "staff" ? actor.userId : "");
/** The worker looks again, as it does four times a minute, and sends. */
async function look(): Promise<void> {
  await query("update notification_rule set looked_at = looked_at - interval '15 seconds' where ended_at is null");
  await makeNotices(worker);
  await sendDueNotices(worker);
}
/** The next try of everything is due. */
const again = () => query("update notice set next_at = now() where next_at is not null");

/** How long the one message that waits still waits, in seconds. */
const waitsFor = async () =>
  (
    await query<{ s: number }>(
      "select extract(epoch from next_at - clock_timestamp())::float as s from notice where next_at is not null",
    )
  )[0]?.s ?? 0;
/** A wait that began moments ago. */
const within = (seconds: number, found: number) => found > seconds - 30 && found <= seconds;

async function late(reference = "Jane Doe, flat 4"): Promise<string> {
  const bill = await world.bill({ reference });
  await world.later(21 * MINUTE);
  await world.pay(bill, bill.quantity);
  return bill.paymentId;
}
const slack = (topics: readonly ("URGENT" | "NORMAL" | "LOW" | "APPROVALS" | "EXPORTS")[] = ["LOW"]) =>
  makeRule(ada, { channel: "SLACK", topics: [...topics], secretUrl: url });

describe("a rule by the bell", () => {
  const rung = async (who: Ctx) => {
    const { fresh, bell } = await getCaseSummary(who);
    return { fresh, bell };
  };

  test("rings for its topics and for urgent cases alone, for whom it names, and sends nothing", async () => {
    const { fresh: before } = await rung(ada);
    await late();
    expect(await rung(ada)).toEqual({ fresh: before + 1, bell: undefined });
    await makeRule(ada, { channel: "BELL", topics: ["EXPORTS"], role: "treasurer" });
    expect(await rung(ada)).toEqual({ fresh: 0, bell: ["URGENT", "EXPORTS"] });
    expect(await rung(olga)).toMatchObject({ bell: undefined, fresh: before + 1 });
    const { ruleId } = await makeRule(ada, { channel: "BELL", topics: ["LOW"], userId: userOf(ada) });
    expect(await rung(ada)).toEqual({ fresh: before + 1, bell: ["URGENT", "LOW", "EXPORTS"] });
    await look();
    expect(
      await query("select 1 from notice n join notification_rule r on r.id = n.rule_id and r.channel = 'BELL'"),
    ).toEqual([]);
    await expect(testRule(ada, { ruleId })).rejects.toThrow("A rule by BELL sends nothing to test.");
    await deleteRule(ada, { ruleId });
    expect(await rung(ada)).toMatchObject({ fresh: 0 });
  });

  test("names somebody, and has no address", async () => {
    await expect(makeRule(ada, { channel: "BELL", topics: ["LOW"] })).rejects.toThrow("Send either role or userId.");
    const both = { channel: "BELL", topics: ["LOW"], role: "viewer", secretUrl: url } as const;
    await expect(makeRule(ada, { ...both, topics: ["LOW"] })).rejects.toThrow("A rule by BELL has no secretUrl.");
  });
});

describe("a rule", () => {
  test("tells a channel of Slack what comes up, once: kind, amount, deadline and link, and nothing of the payer", async () => {
    const known = await late();
    await slack();
    await look();
    expect(bodies).toEqual([]);
    const paymentId = await late();
    await look();
    await look();
    expect(bodies).toHaveLength(1);
    const { text } = bodies[0] as Body;
    const found = (await listCases(ada, { kind: "LATE" })).data.find((one) => one.paymentId === paymentId);
    const due = momentIn(found?.dueAt ?? 0, "utc");
    expect(text).toBe(
      [
        "Case: Late, held as crypto",
        "Account: acme",
        `Amount: ${found?.quantity?.toFixed(8)}\u00a0BTC`,
        `Due: ${due}`,
        `<${world.app.env.publicUrl}/exceptions?case=late-${paymentId}|Open>`,
      ].join("\n"),
    );
    expect(JSON.stringify(bodies)).not.toMatch(new RegExp(`Jane|flat|${known}`));
  });

  test("speaks the language that it names, else that of who made it", async () => {
    await slack();
    await makeRule(ada, { channel: "SLACK", topics: ["LOW"], secretUrl: url, language: "de" });
    await late();
    await look();
    const texts = bodies.map(({ text }) => text).sort();
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain("Case: Late, held as crypto\nAccount: acme\nAmount: ");
    expect(texts[1]).toContain("Fall: Verspätet, als Krypto gehalten\nKonto: acme\nBetrag: 0,00");
    expect(texts[1]).toMatch(/\nFrist: .*\|Öffnen>$/s);
    const { data } = await listRules(ada);
    expect(data.map(({ channel, language }) => [channel, language])).toEqual([
      ["SLACK", "en"],
      ["SLACK", "de"],
    ]);
    const toPeople = { channel: "BELL", topics: ["LOW"], role: "viewer", language: "de" } as const;
    await expect(makeRule(ada, { ...toPeople, topics: ["LOW"] })).rejects.toThrow("speaks the language of its readers");
  });

  test("tells a workflow of Teams by an adaptive card", async () => {
    await makeRule(ada, { channel: "TEAMS", topics: ["LOW"], secretUrl: url });
    const paymentId = await late();
    await look();
    expect(bodies).toMatchObject([
      {
        type: "message",
        attachments: [
          {
            contentType: "application/vnd.microsoft.card.adaptive",
            content: {
              type: "AdaptiveCard",
              version: "1.4",
              body: [
                { type: "TextBlock", text: "Case: Late, held as crypto" },
                {
                  type: "FactSet",
                  facts: [{ title: "Account", value: "acme" }, { title: "Amount" }, { title: "Due" }],
                },
              ],
              actions: [{ type: "Action.OpenUrl", url: expect.stringContaining(`/exceptions?case=late-${paymentId}`) }],
            },
          },
        ],
      },
    ]);
  });

  test("writes letters to a role or to one person, in the queue of all letters", async () => {
    const userId = ada.actor.kind === "staff" ? ada.actor.userId : "";
    await makeRule(ada, { channel: "MAIL", topics: ["LOW"], role: "operator" });
    await makeRule(ada, { channel: "MAIL", topics: ["LOW"], userId });
    await late();
    await look();
    await look();
    const letters = await query<{ recipient: string; subject: string }>(
      "select recipient, subject from mail where next_at is not null order by recipient",
    );
    expect(letters).toEqual([
      { recipient: "ada@example.com", subject: "Desk: Case: Late, held as crypto" },
      { recipient: "olga@example.com", subject: "Desk: Case: Late, held as crypto" },
    ]);
    expect((await listRules(ada)).data.map(({ sentAt }) => sentAt)).toEqual([undefined, undefined]);
  });

  test("tells what waits for a second person, whoever may decide it, and nothing of other topics", async () => {
    await slack(["APPROVALS"]);
    await late();
    await changeSettings(world.ctx, { secondPerson: "always" });
    const pending = waits(await patchSettingsOrAsk(ada, { toleranceBps: Decimal.from("80"), reason: "tighter" }));
    await look();
    expect(bodies.map(({ text }) => text.split("\n")[0])).toEqual(["Awaiting approval: Settings"]);
    await withdraw(ada, pending);
  });

  test("tells very many at once by their number", async () => {
    const { ruleId } = await slack(["EXPORTS"]);
    const toNotify = async (...topics: string[]) => (await casesToNotify(ada, [{ id: ruleId, topics }])).length;
    await query(
      `insert into export_job (id, account_id, created_by, list, format, filter, status, rows_expected, created_at, finished_at)
       select gen_random_uuid(), $1, 'staff:Ada', 'payments', 'csv', '{}', 'FAILED', 0, now(), now() from generate_series(1, 25)`,
      [world.ctx.account?.id],
    );
    expect(await toNotify("EXPORTS")).toBe(25);
    await look();
    // However many are open: what a rule has told of is not read by the next look.
    expect(await toNotify("EXPORTS")).toBe(0);
    expect(await toNotify("EXPORTS", "LOW")).toBeGreaterThan(0);
    for (let round = 0; round < 3; round += 1) await sendDueNotices(worker);
    expect(bodies).toHaveLength(21);
    expect(bodies.filter(({ text }) => text.startsWith("5 more in the inbox"))).toHaveLength(1);
    await query("update export_job set status = 'CANCELLED' where status = 'FAILED'");
  });

  test("is another account's neither to see nor to end", async () => {
    const { ruleId } = await slack();
    expect(await listRules(world.other)).toEqual({ data: [] });
    await expect(deleteRule(world.other, { ruleId })).rejects.toEqual(code("NOT_FOUND"));
    await expect(testRule(world.other, { ruleId })).rejects.toEqual(code("NOT_FOUND"));
  });

  test("takes no private address, no recipient from elsewhere, and not both", async () => {
    const wrong = (input: object) =>
      expect(makeRule(ada, { channel: "SLACK", topics: ["LOW"], ...input } as never)).rejects;
    await wrong({ secretUrl: "https://10.0.0.1/x" }).toEqual(code("VALIDATION_FAILED", /private address/));
    await wrong({ secretUrl: "https://localhost/x" }).toEqual(code("VALIDATION_FAILED"));
    await wrong({}).toEqual(code("VALIDATION_FAILED"));
    await wrong({ secretUrl: url, role: "admin" }).toEqual(code("VALIDATION_FAILED"));
    await wrong({ channel: "MAIL" }).toEqual(code("VALIDATION_FAILED"));
    await wrong({ channel: "MAIL", role: "admin", secretUrl: url }).toEqual(code("VALIDATION_FAILED"));
    await wrong({ channel: "MAIL", userId: world.ctx.id() }).toEqual(code("VALIDATION_FAILED", /member/));
    await wrong({ channel: "MAIL", userId: "ada" }).toEqual(code("VALIDATION_FAILED", /member/));
  });

  test("looks through the cases four times a minute", async () => {
    await slack();
    const looked = async (secondsAgo: number) => {
      await query(
        "update notification_rule set looked_at = clock_timestamp() - $1 * interval '1 second' where ended_at is null",
        [secondsAgo],
      );
      return makeNotices(worker);
    };
    expect([await looked(10), await looked(15), await makeNotices(worker)]).toEqual([0, 1, 0]);
  });

  test("there are twenty of at most", async () => {
    for (let nth = 0; nth < 20; nth += 1) await makeRule(ada, { channel: "MAIL", topics: ["LOW"], role: "admin" });
    await expect(slack()).rejects.toEqual(code("INVALID_STATE", /20/));
  });
});

describe("the address of a channel", () => {
  test("is kept sealed, and shown by its host and last signs alone", async () => {
    const { ruleId, url: shown } = await slack();
    const host = new URL(url).host;
    expect(shown).toBe(`${host} …Xq4f`);
    const [row] = await query<{ text: string }>("select r::text as text from notification_rule r where id = $1", [
      ruleId,
    ]);
    const audited = await auditedOf(ada, ruleId);
    expect(audited).toMatchObject([{ actor: "staff:Ada", action: "notification-rule.create", detail: { url: shown } }]);
    expect(JSON.stringify([row, audited, await listRules(ada)])).not.toContain("secretX");
  });

  test("of a short path shows its host alone", async () => {
    const secretUrl = "https://psp.example/hook-Xq4f";
    expect((await makeRule(ada, { channel: "SLACK", topics: ["LOW"], secretUrl })).url).toBe("psp.example");
  });
});

describe("a message", () => {
  test("is tried again as letters are, makes a case once its way has failed for ten minutes, and ends it when it leaves", async () => {
    status = 503;
    const { ruleId } = await slack(["LOW", "NORMAL"]);
    await late();
    await look();
    expect((await listRules(ada)).data[0]).toMatchObject({ fault: "HTTP 503" });
    expect(await sendDueNotices(worker)).toBe(0);
    expect(bodies).toHaveLength(1);
    const cases = async () => (await listCases(ada, { kind: "NOTICE" })).data;
    expect(await cases()).toEqual([]);
    await world.later(10 * MINUTE);
    expect(await cases()).toMatchObject([{ caseId: `notice-${ruleId}`, causeFacts: { detail: "HTTP 503" } }]);
    // That its own way fails is nothing that it tells.
    await look();
    expect(bodies).toHaveLength(1);
    status = 200;
    await again();
    await sendDueNotices(worker);
    expect(bodies).toHaveLength(2);
    expect(await cases()).toEqual([]);
    expect((await listRules(ada)).data[0]).not.toHaveProperty("fault");
  });

  test("is given up after five waits", async () => {
    status = 500;
    await slack();
    await late();
    await look();
    const waits = [60, 300, 1_800, 7_200, 43_200];
    for (const wait of waits) {
      expect([wait, within(wait, await waitsFor())]).toEqual([wait, true]);
      await again();
      await sendDueNotices(worker);
    }
    await again();
    await sendDueNotices(worker);
    expect(await waitsFor()).toBe(0);
    expect(bodies).toHaveLength(6);
  });

  test("is made and sent once by two workers at once", async () => {
    await slack();
    await late();
    await query("update notification_rule set looked_at = looked_at - interval '15 seconds' where ended_at is null");
    await Promise.all([makeNotices(worker), makeNotices(worker)]);
    await Promise.all([sendDueNotices(worker), sendDueNotices(worker), sendDueNotices(worker)]);
    expect(bodies).toHaveLength(1);
  });

  test("of a worker that died is sent by another, and one of a rule that ended by nobody", async () => {
    const { ruleId } = await slack();
    await late();
    await query("update notification_rule set looked_at = looked_at - interval '15 seconds' where ended_at is null");
    await makeNotices(worker);
    // While one sends, no other does; what it leaves behind is due once its lease is over.
    let leased = 0;
    during = async () => {
      leased = await waitsFor();
      await sendDueNotices(worker);
    };
    await sendDueNotices(worker);
    expect([within(120, leased), bodies.length]).toEqual([true, 1]);
    await query("update notice set sent_at = null, next_at = now() where rule_id = $1 and sent_at is not null", [
      ruleId,
    ]);
    during = async () => undefined;
    await sendDueNotices(worker);
    expect(bodies).toHaveLength(2);
    await testRule(ada, { ruleId });
    await deleteRule(ada, { ruleId });
    await sendDueNotices(worker);
    expect(bodies).toHaveLength(2);
    expect(await query("select from notice where next_at is not null")).toEqual([]);
  });

  test("can be tried out: a test goes the way of all others", async () => {
    const { ruleId } = await slack();
    await testRule(ada, { ruleId });
    await sendDueNotices(worker);
    expect(bodies.map(({ text }) => text.split("\n")[0])).toEqual(["Test message"]);
    expect((await listRules(ada)).data[0]?.sentAt).toBeDefined();
    expect((await auditedOf(ada, ruleId)).map(({ action }) => action)).toContain("notification-rule.test");
  });
});
