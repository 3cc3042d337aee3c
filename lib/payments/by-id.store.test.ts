import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { waitedFor } from "#lib/kernel/waited-for.ts";
import { getPayments } from "./get-payments.ts";

// Payments that an account's requests ask for by their ids in one moment are read by one statement.

let world: World;
let ids: string[];
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  ids = [];
  for (let made = 0; made < 6; made += 1) ids.push((await world.bill({ reference: `no ${made}` })).paymentId);
});
afterAll(() => world.close());

/** What each is answered; and the statements by which they were read, with the ids of each. */
async function read(ctx: World["ctx"], wanted: readonly string[]) {
  const { pool } = world.app.database;
  const query = pool.query;
  const sent: string[][] = [];
  pool.query = ((statement: pg.QueryConfig, ...rest: unknown[]) => {
    if (statement.text.includes("payment_record")) sent.push(statement.values?.[0] as string[]);
    return (query as (...given: unknown[]) => unknown).call(pool, statement, ...rest);
  }) as typeof pool.query;
  try {
    const answers = await Promise.allSettled(wanted.map((paymentId) => getPayments(ctx, { paymentId })));
    return { sent, answers: answers.map((one) => (one.status === "fulfilled" ? one.value.data : one.reason.code)) };
  } finally {
    pool.query = query;
  }
}

test("each gets its own, as if it were alone, and what is not there is found by nobody", async () => {
  const [first = "", second = "", ...rest] = ids;
  const nobodys = uuidv7();
  const { sent, answers } = await read(world.ctx, [first, second, nobodys, "none", first, ...rest]);
  const shown = answers.map((data) => (typeof data === "string" ? data : JSON.parse(data[0].text).paymentId));
  expect(shown).toEqual([first, second, "PAYMENT_NOT_FOUND", "PAYMENT_NOT_FOUND", first, ...rest]);
  for (const [at, id] of [first, second].entries())
    expect(answers[at]).toEqual((await getPayments(world.ctx, { paymentId: id })).data);
  // The first two begin at once, the others wait for them together.
  expect(sent.map((one) => one.length)).toEqual([1, 1, 6]);
});

test("another account's requests of the same moment are read apart, and find nothing", async () => {
  const [mine, others] = await Promise.all([read(world.ctx, ids), read(world.other, ids)]);
  expect(mine.answers.every((data) => typeof data === "object")).toBe(true);
  expect(new Set(others.answers)).toEqual(new Set(["PAYMENT_NOT_FOUND"]));
});

test("a caller who leaves takes nobody along who waits for the same statement", async () => {
  const left = AbortSignal.abort();
  const paymentId = ids[0] ?? "";
  const ask = () => getPayments(world.ctx, { paymentId });
  const gone = [0, 1, 2].map(() => waitedFor(() => left, ask));
  const stayed = [ask(), ask()];
  for (const each of await Promise.all(stayed)) expect(each.data).toHaveLength(1);
  await Promise.allSettled(gone);
});
