import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  isPlace,
  MOVE_KINDS,
  MOVE_STATES,
  MOVE_TRANSITIONS,
  placeHolds,
  ROUTES,
  routeFault,
  type Wished,
} from "./move.ts";

const ways: readonly Wished[] = [
  { kind: "TO_VENUE", from: "custody:bitcoin", to: "venue:kraken", asset: "BTC" },
  { kind: "FROM_VENUE", from: "venue:kraken", to: "custody:tron", asset: "USDT@tron" },
  { kind: "CONSOLIDATION", from: "custody:eth", to: "custody:eth", asset: "USDC@eth" },
  { kind: "GAS", from: "custody:eth", to: "custody:eth", asset: "ETH" },
  { kind: "TO_BANK", from: "venue:kraken", to: "bank:main", asset: "EUR" },
  { kind: "FROM_BANK", from: "bank:second", to: "venue:kraken", asset: "EUR" },
  { kind: "CAPITAL_IN", from: undefined, to: "bank:main", asset: "EUR" },
  { kind: "CAPITAL_OUT", from: "custody:bitcoin", to: undefined, asset: "BTC" },
  { kind: "CAPITAL_OUT", from: "custody:eth", to: undefined, asset: "ETH" },
  { kind: "OPENING", from: undefined, to: "venue:kraken", asset: "BTC" },
  { kind: "CORRECTION", from: "bank:main", to: undefined, asset: "EUR" },
  { kind: "CORRECTION", from: undefined, to: "venue:kraken", asset: "BTC" },
];

describe("a way", () => {
  test("each kind has one", () => expect(new Set(ways.map(({ kind }) => kind))).toEqual(new Set(MOVE_KINDS)));
  test.each(ways)("$kind from $from to $to is taken", (wished) => expect(routeFault(wished)).toBeUndefined());
  test.each(ways.map((wished) => ({ ...wished, from: wished.to, to: wished.from })))(
    "$kind from $from to $to, back to front, is not, unless it goes either way",
    (wished) => {
      const isEither = ["CORRECTION", "CONSOLIDATION", "GAS"].includes(wished.kind);
      expect(routeFault(wished) === undefined).toBe(isEither);
    },
  );
  test.each<[Wished, string]>([
    [{ kind: "TO_VENUE", from: "custody:bitcoin", to: undefined, asset: "BTC" }, "to"],
    [{ kind: "TO_VENUE", from: "custody:bitcoin", to: "venue:Kraken", asset: "BTC" }, "to"],
    [{ kind: "TO_VENUE", from: "custody:bitcoin", to: "venue:kraken", asset: "BCH" }, "asset"],
    [{ kind: "TO_BANK", from: "venue:kraken", to: "bank:main", asset: "BTC" }, "asset"],
    [{ kind: "CONSOLIDATION", from: "custody:bitcoin", to: "custody:bitcoincash", asset: "BTC" }, "asset"],
    [{ kind: "CORRECTION", from: "bank:main", to: "bank:main", asset: "EUR" }, "from"],
    [{ kind: "CORRECTION", from: "custody:bitcoin", to: undefined, asset: "BTC" }, "from"],
    [{ kind: "GAS", from: "custody:eth", to: "custody:eth", asset: "USDC@eth" }, "asset"],
    [{ kind: "CONSOLIDATION", from: "custody:eth", to: "custody:eth", asset: "ETH" }, "asset"],
    [{ kind: "CAPITAL_OUT", from: "custody:tron", to: undefined, asset: "ETH" }, "asset"],
    [{ kind: "OPENING", from: "bank:main", to: "bank:main", asset: "EUR" }, "from"],
  ])("%o is refused for its %s", (wished, field) => expect(routeFault(wished)?.field).toBe(field));
  test("kinds that send something need a destination", () => {
    const none = MOVE_KINDS.filter((kind) => ROUTES[kind].destination === "none");
    expect(none).toEqual(["CAPITAL_IN", "OPENING", "CORRECTION"]);
  });
});

test.each(["custody:btc", "custody", "bank:", "bank:a:b", "bank:Main", "house:book", "owner"])(
  "%s is no place",
  (text) => expect(isPlace(text)).toBe(false),
);
test("custody holds what its network carries, a bank fiat", () => {
  expect(placeHolds("custody:eth", "USDT@tron")).toBe(false);
  expect(placeHolds("custody:eth", "EUR")).toBe(false);
  expect(placeHolds("bank:main", "BTC")).toBe(false);
});
test("a move's transitions are those of the database", () => {
  const folder = new URL("../../prisma/migrations/", import.meta.url);
  const migrations = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const theirs = migrations.flatMap(({ name }) =>
    [...readFileSync(new URL(`${name}/migration.sql`, folder), "utf8").matchAll(/\('move', '(\w+)', '(\w+)'\)/g)].map(
      ([, from, to]) => `${from} → ${to}`,
    ),
  );
  const ours = MOVE_STATES.flatMap((from) => MOVE_TRANSITIONS[from].map((to) => `${from} → ${to}`));
  expect(ours.toSorted()).toEqual(theirs.toSorted());
});
