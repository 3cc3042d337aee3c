import type { Chain } from "#lib/chains/chain.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { CryptoAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { needFree } from "#lib/moves/request-move.ts";
import { payoutExpected } from "#lib/payouts/leave-payout.ts";
import { preparePayouts } from "#lib/payouts/sign-payout.ts";
import type { prepareTransactionEndpoint } from "./contract.ts";
import { type TokenAccount, tokenAccounts } from "./account-store.ts";
import type { PreparedInputRow, PreparedOutputRow } from "./store.ts";

/** Networks of accounts: a transaction of theirs is one transfer of a token. */
export type AccountNetwork = "eth" | "tron";
export type AccountRequest = InputOf<typeof prepareTransactionEndpoint> & { network: AccountNetwork };
export type TokenPayee = Omit<PreparedOutputRow, "n"> & { asset: CryptoAsset };

/** So many accounts are asked for what they have at once, and in all: the books may not know that some are empty. */
const [AT_ONCE, MOST_ACCOUNTS] = [20, 200];

/** The one payout or move that it carries out: such a transaction calls one contract once. */
export async function readPayee(ctx: Ctx, request: AccountRequest): Promise<TokenPayee> {
  const { network, payoutIds = [], moveIds = [] } = request;
  if (payoutIds.length + moveIds.length !== 1)
    throw invalid("payoutIds", `On ${network} a transaction carries out one payout or one move.`);
  const [moveId] = moveIds;
  if (moveId !== undefined) {
    const { asset, units, address, script } = await ctx.transaction((tx) => needFree(tx, network, moveId));
    return { kind: "MOVE", objectId: moveId, asset, units, script, address, keyIndex: undefined };
  }
  const found = (await payoutExpected(ctx, network)).find(({ payoutId }) => payoutId === payoutIds[0]);
  if (!found) throw new Refusal("INVALID_STATE", `This payout is not an approved one of ${network}.`);
  const { payoutId, asset, units, script, address } = found;
  return { kind: "PAYOUT", objectId: payoutId, asset, units, script, address, keyIndex: undefined };
}

/** The payee is taken for this transaction alone. */
export async function takePayee(
  tx: Ctx,
  request: AccountRequest,
  payee: TokenPayee,
  preparedId: string,
): Promise<void> {
  if (payee.kind === "PAYOUT") await preparePayouts(tx, request.network, request.payoutIds ?? [], preparedId);
  else await needFree(tx, request.network, payee.objectId ?? "");
}

/** What a token's transaction takes: the account that sends; `sourceIndex` is the number its chain gives the transaction. */
export const inputFrom = (
  { script, keyIndex }: TokenAccount,
  sourceIndex: number,
  units: bigint,
): PreparedInputRow => ({
  sourceHash: script,
  sourceIndex,
  units,
  script,
  branch: 0,
  keyIndex,
  sequence: 0,
});

type SourceChoice<Facts> = {
  factsOf(script: string): Promise<Facts>;
  hasGas(facts: Facts): boolean;
  /** The one account that may pay, where one has to. */
  only?: string | undefined;
};

/**
 * The account with least that still has enough, one that can pay for its gas before one that cannot; never the one that
 * is paid: a consolidation would gather nothing. Refuses with INSUFFICIENT_FUNDS where none has.
 */
export async function sourceOf<Facts>(
  ctx: Ctx,
  chain: Chain,
  { network, walletId, payoutIds = [] }: AccountRequest,
  { asset, units, script: payee }: TokenPayee,
  { factsOf, hasGas, only }: SourceChoice<Facts>,
): Promise<TokenAccount & Facts> {
  const wanted = { network, asset, units, walletId, payoutIds, only, limit: MOST_ACCOUNTS };
  const accounts = (await tokenAccounts(ctx.db, wanted)).filter(({ script }) => script !== payee);
  const { height } = await chain.head();
  const able: (TokenAccount & Facts)[] = [];
  for (let at = 0; at < accounts.length && able.length === 0; at += AT_ONCE) {
    const some = accounts.slice(at, at + AT_ONCE);
    const scripts = some.map(({ script }) => script);
    const balances = (await chain.balances?.(asset, scripts, height)) ?? new Map<string, bigint>();
    for (const account of some)
      if ((balances.get(account.script) ?? 0n) >= units) able.push({ ...account, ...(await factsOf(account.script)) });
  }
  const source = able.find(hasGas) ?? able[0];
  if (!source)
    throw new Refusal(
      "INSUFFICIENT_FUNDS",
      `No account of ours on ${network} has ${amountOf(asset, units)} of this token free: consolidate first.`,
    );
  return source;
}
