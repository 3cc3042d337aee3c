"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Call } from "#lib/contract/call.ts";
import type { Endpoint, GivenOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { listMovesCall } from "#lib/moves/calls.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { listHousePayoutsCall } from "#lib/payouts/calls.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { listLostHoursCall } from "#lib/outgoing/lost-hours-calls.ts";
import { listPreparedCall } from "#lib/signing/calls.ts";
import type { PreparedRecord } from "#lib/signing/contract.ts";
import type { SignedNetwork } from "#lib/signing/prepared-states.ts";
import { listWalletsCall } from "#lib/wallets/calls.ts";
import { useOnce } from "#components/intent.ts";
import { signingText } from "#lib/i18n/signing.ts";
import { APPROVALS, CASES, only, PAYOUTS, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";
import { amountText, rateText } from "#lib/i18n/amount.ts";

export type Prepared = PreparedRecord;

/** Chains have no events of the house: what they bring is read again at this pace while the page is seen. */
const REFRESH_MS = 10_000;
/** As many as a form offers. */
const OFFERED = 500;

export const usePrepared = () =>
  useQuery({
    ...useApi().queryOptions(listPreparedCall, {}),
    select: ({ data }) => data,
    refetchInterval: REFRESH_MS,
  });

/** What may be prepared on a network, approved and not prepared yet. */
export function useApproved(network: SignedNetwork) {
  const api = useApi();
  const payouts = useQuery({
    ...api.queryOptions(listHousePayoutsCall, { status: "APPROVED", limit: OFFERED }),
    select: ({ data }) => data.filter((payout) => networkOf(payout) === network),
  });
  const moves = useQuery({
    ...api.queryOptions(listMovesCall, { status: "APPROVED", place: `custody:${network}`, limit: OFFERED }),
    select: ({ data }) => data.filter(({ from }) => from === `custody:${network}`),
  });
  return { payouts, moves };
}

/** The chain a payout leaves by; undefined for fiat, and for chains that nothing is prepared on. */
function networkOf({ asset, networkType }: Pick<PayoutRecord | MoveRecord, "asset" | "networkType">) {
  if (asset === "BTC") return "bitcoin";
  if (asset === "BCH") return "bitcoincash";
  if (asset === "USDC") return "eth";
  return asset === "USDT" ? networkType : undefined;
}

const ALL = [listPreparedCall, listHousePayoutsCall, listMovesCall, listLostHoursCall].map(only);

/** Does what a person of the house asks for, once for each intention, and has the page read anew. */
export function useSigning<E extends Endpoint>(call: Call<E>) {
  const { account } = useApi();
  const once = useOnce();
  const client = useQueryClient();
  return useMutation<ReplyOf<E>, Error, GivenOf<E>>({
    mutationFn: (given) => once(call, given),
    onSettled: () => renew(client, account, ...ALL, APPROVALS, PAYOUTS, CASES),
  });
}

/** What a prepared transaction carries out, in words. */
export function whatOf({ outputs }: Prepared): string {
  const of = (kind: string) => outputs.filter((output) => output.kind === kind).length;
  return signingText.pays(of("PAYOUT"), of("MOVE"));
}

/** The coin that pays its network's fee. */
export function coinOf({ asset, network }: Prepared): Prepared["asset"] {
  if (network === "tron") return "TRX";
  return network === "eth" ? "ETH" : asset;
}

/** Its network's fee, in the coin that pays it: with the coin's own decimals, of ether to the wei. */
export function feeOf(record: Prepared): string {
  if (record.safe) return signingText.safeFee;
  const coin = coinOf(record);
  return `${coin === "ETH" ? rateText(record.fee) : amountText(record.fee, scaleOf(coin))}\u00a0${coin}`;
}

/** The Safes whose addresses are ours, replaced ones too: their tokens leave as batches. */
export const useSafes = () =>
  useQuery({
    ...useApi().queryOptions(listWalletsCall, {}),
    select: ({ data }) => data.filter(({ kind, activatedAt }) => kind === "ETH_SAFE" && activatedAt !== undefined),
  });
