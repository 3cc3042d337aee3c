import type { Ctx } from "#lib/kernel/context.ts";
import { toCashAddr } from "#lib/wallets/cashaddr.ts";
import { type DerivedAddress, deriveAddresses } from "#lib/wallets/derive.ts";
import { type Branch, CHANGE, EXTERNAL, readExtendedKey } from "#lib/wallets/extended-key.ts";
import { isSafe } from "#lib/wallets/kinds.ts";
import { safeAccount, safeFingerprint } from "#lib/wallets/safe-account.ts";
import { changeOf, receivingOf, type StoredAddress, walletsOf } from "./written-store.ts";

/** So many of the addresses that were handed out last are derived again, and of change so many of the last. */
const LATEST = 500;
const BATCH = 500;

type Wallet = Awaited<ReturnType<typeof walletsOf>>[number];

/**
 * Derives again, with each wallet's key, what lies ready in its pool, what it has handed out first and last, and its
 * newest addresses of change. Answers a line for each address that the key does not derive: what is paid there, a person
 * else may spend.
 */
export async function checkAddresses(ctx: Ctx): Promise<string[]> {
  const found: string[] = [];
  for (const wallet of await walletsOf(ctx.db)) {
    if (fingerprintOf(wallet) !== wallet.fingerprint)
      found.push(`the key of wallet ${wallet.id} has another fingerprint`);
    found.push(...notDerived(wallet, EXTERNAL, await receivingOf(ctx.db, wallet, LATEST)));
    found.push(...notDerived(wallet, CHANGE, await changeOf(ctx.db, wallet.id, LATEST)));
  }
  return found;
}

function fingerprintOf({ kind, xpub }: Wallet): string | undefined {
  try {
    return isSafe(kind) ? safeFingerprint(safeAccount(xpub)) : readExtendedKey(xpub).fingerprint;
  } catch {
    return undefined;
  }
}

function notDerived(wallet: Wallet, branch: Branch, stored: readonly StoredAddress[]): string[] {
  const wanted = new Map<number, DerivedAddress | undefined>();
  for (const { index } of stored) wanted.set(Number(index), undefined);
  for (const [from, count] of stretches([...wanted.keys()].sort((a, b) => a - b)))
    for (const [at, one] of derive(wallet, from, count, branch).entries()) wanted.set(from + at, one);
  return stored
    .filter((one) => !isAs(wallet, one, wanted.get(Number(one.index))))
    .map(({ index, address }) => `${address}, number ${index} of wallet ${wallet.id}`);
}

const isAs = ({ kind }: Wallet, { address, script, cashAddress }: StoredAddress, derived: DerivedAddress | undefined) =>
  derived?.address === address &&
  derived.script === script &&
  (cashAddress ?? undefined) ===
    (kind === "BCH_P2PKH" && cashAddress !== undefined ? toCashAddr(derived.address) : undefined);

/** Nothing, where the key or the numbers are none. */
function derive({ kind, xpub }: Wallet, from: number, count: number, branch: Branch): DerivedAddress[] {
  try {
    return deriveAddresses(kind, xpub, from, count, branch);
  } catch {
    return [];
  }
}

/** Numbers in order as stretches without a gap, none longer than is derived at once. */
function stretches(numbers: readonly number[]): (readonly [from: number, count: number])[] {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[0] + last[1] === number && last[1] < BATCH) last[1] += 1;
    else found.push([number, 1]);
  }
  return found;
}
