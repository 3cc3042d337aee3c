import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { sandboxMark } from "#lib/kernel/sandbox-mark.ts";
import type { makeWalletEndpoint } from "./contract.ts";
import { toCashAddr } from "./cashaddr.ts";
import { deriveAddresses } from "./derive.ts";
import { descriptorOf } from "./descriptor.ts";
import type { HistoryFacts, WalletFacts } from "./wallet-store.ts";

type WalletRecord = OutputOf<typeof makeWalletEndpoint>;

/** How many first addresses are shown for comparison; a Safe has one. */
const SHOWN_ADDRESSES = 5;

type FirstAddress = WalletRecord["addresses"][number];
const firstAddresses = new Map<string, readonly FirstAddress[]>();

/** They are the same for ever and cost some milliseconds each. */
function firstAddressesOf({ kind, xpub }: WalletFacts): readonly FirstAddress[] {
  const name = `${kind} ${xpub}`;
  const known = firstAddresses.get(name);
  if (known) return known;
  const derived = deriveAddresses(kind, xpub, 0, SHOWN_ADDRESSES).map(({ address }, index) => ({
    index,
    address,
    // What the owner's wallet shows is what a person compares.
    ...(kind === "BCH_P2PKH" && { cashAddress: toCashAddr(address) }),
  }));
  firstAddresses.set(name, derived);
  return derived;
}

/** A wallet as staff see it: with what its owner compares it by, and what other programs take it up by. */
export function shownWallet({ app }: Pick<Ctx, "app">, facts: WalletFacts): WalletRecord {
  const { createdAt, activatedAt, accountId: _accountId, history, ...wallet } = facts;
  const addresses = firstAddressesOf(facts);
  must(addresses.length > 0, "a wallet has first addresses");
  return {
    ...wallet,
    descriptor: descriptorOf(wallet.kind, wallet.xpub),
    addresses: [...addresses],
    ...sandboxMark(app),
    history: history && shownHistory(history),
    createdAt: createdAt.getTime(),
    activatedAt: activatedAt?.getTime(),
  };
}

function shownHistory({ fault, failure, finishedAt, ...history }: HistoryFacts): NonNullable<WalletRecord["history"]> {
  return {
    ...history,
    scannedTo: Math.max(0, history.scannedTo),
    finishedAt: finishedAt?.getTime(),
    ...(fault !== undefined && !finishedAt && { fault }),
    ...(failure !== undefined && !finishedAt && { failure }),
    sentence: sentenceOf(history, fault, finishedAt),
  };
}

function sentenceOf(
  { from, scannedTo, used, highestUsed, gapLimit }: Omit<HistoryFacts, "fault" | "failure" | "finishedAt">,
  fault: string | undefined,
  finishedAt: Date | undefined,
): string {
  const found = used === 1 ? "1 address was used before" : `${used} addresses were used before`;
  if (finishedAt)
    return used === 0
      ? `No address was used since block ${from}.`
      : `${found}, the last of them ${highestUsed}; ${gapLimit} after it were not.`;
  return fault ?? `Read from block ${from} to ${Math.max(from, scannedTo)} so far: ${found}.`;
}
