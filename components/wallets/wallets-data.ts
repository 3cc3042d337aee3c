"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { useApi } from "#components/staff.tsx";

const PATH = "/manage/v1/wallets";

export const KINDS = ["BTC_P2WPKH", "BTC_P2PKH", "BCH_P2PKH", "ETH", "TRON"] as const;
export type WalletKind = (typeof KINDS)[number];
/** What an output to such an address is called; accounts have no outputs. */
export const SCRIPT: Partial<Record<WalletKind, string>> = {
  BTC_P2PKH: "P2PKH",
  BTC_P2WPKH: "P2WPKH",
  BCH_P2PKH: "P2PKH",
};

/** A watch-only wallet with what was handed out and paid of it. */
export type Wallet = {
  walletId: string;
  kind: WalletKind;
  network: string;
  /** Whom it serves alone; undefined: the house. */
  account: string | undefined;
  active: boolean;
  path: string;
  fingerprint: string;
  xpub: string;
  descriptor: string | undefined;
  addresses: readonly string[];
  derived: number;
  handedOut: number;
  paid: number;
  longestGap: number;
  /** What the key had received on before, in a sentence; undefined: not asked for. */
  past: string | undefined;
  /** Whether that is still being read: until then it cannot be activated. */
  isReading: boolean;
  createdAt: number;
  createdBy: string;
  activatedAt: number | undefined;
  activatedBy: string | undefined;
};

type Counted = "derived" | "handedOut" | "paid" | "longestGap";
type Told = Omit<Wallet, Counted | "addresses" | "activatedAt" | "past" | "isReading"> &
  Record<Counted, Decimal> & {
    addresses: { address: string }[];
    activatedAt?: Decimal;
    history?: { sentence: string; finishedAt?: Decimal };
  };

/** How often a past that is being read is looked at. */
const READING_MS = 5_000;

/** Every wallet of the house, the active ones first. */
export function useWallets() {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["wallets", account],
    queryFn: async ({ signal }) => (await call<{ data: Told[] }>(PATH, { signal })).data.map(walletOf),
    refetchInterval: ({ state }) => (state.data?.some(({ isReading }) => isReading) ? READING_MS : false),
  });
}

export type WalletWish = {
  kind: WalletKind;
  xpub: string;
  path: string;
  account?: string | undefined;
  firstIndex?: number | undefined;
  historyFrom?: number | undefined;
  gapLimit?: number | undefined;
};

/** Adds a wallet that receives nothing yet, and answers it with its first addresses. */
export function useMakeWallet() {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (wish: WalletWish) => walletOf(await call<Told>(PATH, { method: "POST", body: wish })),
    onSettled: () => client.invalidateQueries({ queryKey: ["wallets", account] }),
  });
}

/** Has new bills take their addresses from a wallet whose first address the person has seen elsewhere. */
export function useActivateWallet() {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ walletId, firstAddress }: { walletId: string; firstAddress: string }) =>
      call<Told>(`${PATH}/${walletId}/activate`, { method: "POST", body: { firstAddress } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["wallets", account] }),
  });
}

/** Has an account's new bills take the house's addresses again; its own wallet stays watched. */
export function useRetireWallet() {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ walletId, note }: { walletId: string; note: string }) =>
      call<Told>(`${PATH}/${walletId}/retire`, { method: "POST", body: { note } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["wallets", account] }),
  });
}

const whole = (value: Decimal): number => Number(value.toString());

function walletOf({ history, ...told }: Told): Wallet {
  return {
    ...told,
    past: history?.sentence,
    isReading: history !== undefined && history.finishedAt === undefined,
    addresses: told.addresses.map(({ address }) => address),
    derived: whole(told.derived),
    handedOut: whole(told.handedOut),
    paid: whole(told.paid),
    longestGap: whole(told.longestGap),
    activatedAt: told.activatedAt && whole(told.activatedAt),
  };
}
