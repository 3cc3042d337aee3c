import { describe, expect, test } from "vitest";
import { toCashAddr } from "./cashaddr.ts";
import { deriveAddresses } from "./derive.ts";
import { addressKey } from "./encodings.ts";
import { SANDBOX_WALLETS } from "./sandbox-keys.ts";
import { shownWallet as shownIn } from "./shown-wallet.ts";

type Facts = Parameters<typeof shownIn>[1];
type In = Parameters<typeof shownIn>[0];
const shownWallet = (facts: Facts, mode: In["app"]["mode"] = "live") => shownIn({ app: { mode } } as In, facts);
const at = (iso: string) => new Date(iso);
const [key] = SANDBOX_WALLETS;
const FACTS = {
  walletId: "w",
  accountId: "a",
  account: "acme",
  nextIndex: 3,
  openGap: 1,
  history: undefined,
  kind: key?.kind,
  network: "bitcoin",
  active: true,
  path: "m/84'/0'/0'",
  fingerprint: "01020304",
  xpub: key?.xpub,
  derived: 20,
  handedOut: 3,
  paid: 2,
  longestGap: 1,
  createdAt: at("2026-11-21T12:00:00Z"),
  createdBy: "anna",
  activatedAt: at("2026-11-21T13:00:00Z"),
  activatedBy: "bert",
} as unknown as Facts;

const HISTORY = {
  from: 100,
  gapLimit: 20,
  scannedTo: 150,
  used: 3,
  highestUsed: 7,
  fault: undefined,
  finishedAt: undefined,
};
const history = (more: object) =>
  shownWallet({ ...FACTS, history: { ...HISTORY, ...more } as Facts["history"] })["history"] as Record<string, unknown>;

test("a wallet is shown with its first five addresses, its times in milliseconds, and not by its account's id", () => {
  const shown = shownWallet(FACTS);
  expect(shown).toMatchObject({
    walletId: "w",
    account: "acme",
    history: undefined,
    createdAt: FACTS.createdAt.getTime(),
    activatedAt: FACTS.activatedAt?.getTime(),
    addresses: deriveAddresses(FACTS.kind, FACTS.xpub, 0, 5).map(({ address }, index) => ({ index, address })),
  });
  expect(shown["descriptor"]).toContain(FACTS.xpub);
  expect(Object.keys(shown)).not.toContain("accountId");
  expect(shownWallet({ ...FACTS, activatedAt: undefined })["activatedAt"]).toBeUndefined();
});

test("in a sandbox, whose keys are published, it says so", () => {
  expect(shownWallet(FACTS, "sandbox").sandbox).toBe(true);
  expect(shownWallet(FACTS)).not.toHaveProperty("sandbox");
});

test("of bitcoincash each stands as CashAddr too, as the owner's wallet shows it, and of nothing else", () => {
  for (const { kind, xpub } of SANDBOX_WALLETS)
    for (const { address, cashAddress } of shownWallet({ ...FACTS, kind, xpub })["addresses"])
      expect(cashAddress).toBe(kind === "BCH_P2PKH" ? toCashAddr(address) : undefined);
  expect(SANDBOX_WALLETS.map(({ kind }) => kind)).toContain("BCH_P2PKH");
});

test("a Safe is shown with its one address, and read from no block to no other", () => {
  const address = "0x00000000219ab540356cBB839Cbe05303d7705Fa";
  const shown = shownWallet({ ...FACTS, kind: "ETH_SAFE", network: "eth", path: "", xpub: address });
  expect(shown["addresses"]).toEqual([{ index: 0, address }]);
  expect(shown["history"]).toBeUndefined();
});

test("two wallets never share their first addresses", () => {
  const shown = SANDBOX_WALLETS.map(({ kind, xpub }) => shownWallet({ ...FACTS, kind, xpub })["addresses"]);
  const again = SANDBOX_WALLETS.map(({ kind, xpub }) => shownWallet({ ...FACTS, kind, xpub })["addresses"]);
  expect(again).toEqual(shown);
  expect(shown).toEqual(
    SANDBOX_WALLETS.map(({ kind, xpub }) =>
      deriveAddresses(kind, xpub, 0, 5).map(({ address }, index) => expect.objectContaining({ index, address })),
    ),
  );
});

test("its first address is known again in the form that is shown", () => {
  for (const { kind, xpub } of SANDBOX_WALLETS)
    for (const { address, cashAddress = address } of shownWallet({ ...FACTS, kind, xpub })["addresses"])
      expect(addressKey(cashAddress)).toBe(addressKey(address));
});

describe("the past of an imported key", () => {
  const finishedAt = at("2026-11-21T14:00:00Z");
  test.each<[object, string]>([
    [{}, "Read from block 100 to 150 so far: 3 addresses were used before."],
    [{ used: 1 }, "Read from block 100 to 150 so far: 1 address was used before."],
    [{ used: 0, scannedTo: 99 }, "Read from block 100 to 100 so far: 0 addresses were used before."],
    [{ fault: "The node is away." }, "The node is away."],
    [{ finishedAt }, "3 addresses were used before, the last of them 7; 20 after it were not."],
    [{ finishedAt, used: 1 }, "1 address was used before, the last of them 7; 20 after it were not."],
    [{ finishedAt, used: 0 }, "No address was used since block 100."],
    [
      { finishedAt, fault: "The node is away." },
      "3 addresses were used before, the last of them 7; 20 after it were not.",
    ],
  ])("%j: %s", (more, sentence) => expect(history(more)["sentence"]).toBe(sentence));

  test("tells how far it was read, never below the first block, and when it was done", () => {
    expect(history({ finishedAt })).toMatchObject({ from: 100, scannedTo: 150, finishedAt: finishedAt.getTime() });
    expect(history({ scannedTo: -1 })).toMatchObject({ scannedTo: 0, finishedAt: undefined });
    expect(history({ fault: "The node is away." })).toMatchObject({ fault: "The node is away." });
    expect(Object.keys(history({ finishedAt, fault: "The node is away." }))).not.toContain("fault");
  });

  test("a fault and what failed are told while it is read, and there only where there is one", () => {
    const failure = { code: "NODE_AWAY" };
    expect(history({ fault: "The node is away.", failure })).toMatchObject({ failure });
    for (const read of [{}, { finishedAt, fault: "The node is away.", failure }])
      expect(Object.keys(history(read)).filter((name) => name === "fault" || name === "failure")).toEqual([]);
  });
});
