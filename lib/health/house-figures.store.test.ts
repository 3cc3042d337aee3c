import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { mineBlocks } from "#lib/sandbox/chain-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { metricsText } from "#lib/server/metrics.ts";
import { createEndpoint } from "#lib/webhooks/endpoints.ts";

// What an operator is alarmed by: each figure as it stands, 0 where nothing waits, and the text as Prometheus reads it.

const LISTED = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const OTHER = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3";
let world: World;
let ada: Ctx;
let operator: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  await world.retained("0.2");
  ada = await personOfHouse(world, "Ada");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
});
afterAll(() => world.close());

const lines = async () => (await metricsText(operator)).trimEnd().split("\n");
const figure = async (name: string) =>
  (await lines())
    .find((line) => line.startsWith(`${name} `))
    ?.split(" ")
    .at(-1);

test("nothing waits in a quiet house, and says so", async () => {
  expect(await figure('desk_payouts_open{status="APPROVED"}')).toBe("0");
  expect(await figure('desk_moves_open{status="SENT"}')).toBe("0");
  expect(await figure('desk_approvals_waiting{decides="house"}')).toBe("0");
  expect(await figure("desk_webhook_deliveries_waiting")).toBe("0");
  expect(await figure("desk_webhook_oldest_seconds")).toBe("0");
  expect(await figure('desk_house_balance{account="house:missing",asset="BTC"}')).toBeUndefined();
});

test("what is missing, unassigned, asked for and not told is counted, to the unit", async () => {
  await spend(operator, { network: "bitcoin", asset: "BTC", quantity: Decimal.from("0.03000001"), to: OTHER });
  await mineBlocks(operator, { network: "bitcoin", count: 3 });
  await playBank(operator, { currency: "EUR", amount: Decimal.from("250"), reference: "NOBODYS" });
  await world.settle();
  expect(await figure('desk_house_balance{account="house:missing",asset="BTC"}')).toBe("0.03000001");
  expect(await figure('desk_house_balance{account="house:unassigned",asset="EUR"}')).toBe("250");

  const venue = `venue:${world.app.venue.name}`;
  const listed = await addDestinationOrAsk(ada, { place: venue, asset: "BTC", address: LISTED, label: "Stock" });
  const { destinationId } = listed as { destinationId: string };
  const move = {
    kind: "TO_VENUE",
    from: "custody:bitcoin",
    to: venue,
    asset: "BTC",
    destinationId,
    note: "x",
  } as const;
  await requestMoveOrAsk(ada, { ...move, quantity: Decimal.from("0.01") });
  await changeSettings(world.ctx, { secondPerson: "always" });
  await requestMoveOrAsk(ada, { ...move, quantity: Decimal.from("0.02") });
  expect(await figure('desk_moves_open{status="APPROVED"}')).toBe("1");
  expect(await figure('desk_moves_open{status="REQUESTED"}')).toBe("1");
  expect(await figure('desk_approvals_waiting{decides="house"}')).toBe("1");

  await createEndpoint(world.ctx, { url: "http://localhost:9/hooks" });
  await world.bill();
  await world.later(60_000);
  expect(Number(await figure("desk_events_waiting_seconds"))).toBeGreaterThanOrEqual(60);
  await world.settle();
  expect(await figure("desk_events_waiting_seconds")).toBe("0");
  await world.later(90_000);
  expect(Number(await figure("desk_webhook_deliveries_waiting"))).toBeGreaterThan(0);
  expect(Number(await figure("desk_webhook_oldest_seconds"))).toBeGreaterThanOrEqual(90);
});

test("each metric has its words and its type once, and its figures right after them", async () => {
  const all = await lines();
  const names = all.filter((line) => line.startsWith("# HELP ")).map((line) => line.split(" ")[2]);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(20);
  let current = "";
  for (const [at, line] of all.entries()) {
    if (line.startsWith("# HELP ")) {
      current = line.split(" ")[2] ?? "";
      expect(all[at + 1]).toMatch(new RegExp(`^# TYPE ${current} (gauge|counter)$`));
    } else if (!line.startsWith("# TYPE ")) expect(line).toMatch(new RegExp(`^${current}(\\{[^}]+\\})? -?\\d`));
  }
});
