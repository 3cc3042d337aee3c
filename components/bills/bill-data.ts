"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { RequestPaymentAddress } from "#lib/bills/contract.ts";
import type { Crypto, Fiat, NetworkType } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentList } from "#lib/payments/contract.ts";
import type { FeeModel, Strategy } from "#lib/pricing/price.ts";
import { exactSetting, type Settings, settingFor } from "#lib/settings/setting.ts";
import type { Query } from "#components/api.ts";
import { useIntent } from "#components/intent.ts";
import { useApi } from "#components/staff.tsx";
import { amountFault, amountFrom, requestOf } from "./bill-request.ts";
import type { BillDraft } from "./draft.ts";

/** How often a price on the screen is renewed. */
export const PRICE_MS = 5_000;
const TYPING_MS = 350;
const SETTINGS_MS = 60_000;
const RECENT_MS = 30 * 86_400_000;
const RECENT_COUNT = 100;

/** The preview of a bill, which promises nothing (rulebook 11.2). Rates are basis points, times epoch milliseconds. */
export type Preview = {
  cryptoType: Crypto;
  networkType?: NetworkType;
  fiat: Fiat;
  fiatReceivable: Decimal;
  price: Decimal;
  quantity: Decimal;
  bid: Decimal;
  priceTime: number;
  strategy: Strategy;
  feeModel: FeeModel;
  spreadBps: number;
  explicitFeeBps: number;
  transactionFeeBps: number;
  minimum: Decimal;
  maximum: Decimal;
  limitPrice?: Decimal;
  limitMet?: boolean;
  lifetimeMs: number;
};

/**
 * The price of a draft, renewed while the page is seen. `forAmount` says whether the amount typed is in it, `needsLimit`
 * that nothing was asked because LMT has no limit price yet, neither typed nor set.
 */
export function usePreview(draft: BillDraft) {
  const { account, call } = useApi();
  const asked = useSettled(useMemo(() => previewQuery(draft), [draft]));
  const limitSetting = useLimitSetting(asked.cryptoType, asked.fiat);
  const preview = useQuery({
    queryKey: ["price", account, asked.query],
    queryFn: ({ signal }) => call<Preview>("/manage/v1/price", { query: asked.query, signal }),
    enabled: !asked.bySetting || Boolean(limitSetting),
    refetchInterval: PRICE_MS,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  return { ...preview, forAmount: asked.forAmount, needsLimit: asked.bySetting && limitSetting === null };
}

type PreviewAsked = { query: Query; forAmount: boolean; bySetting: boolean; cryptoType: Crypto; fiat: Fiat };

/** Without an amount the rates are still worth seeing: a usual one stands in for it. */
function previewQuery(draft: BillDraft): PreviewAsked {
  const { cryptoType, fiat, strategy, feeModel } = draft;
  const forAmount = amountFault(draft.fiatReceivable, fiat) === undefined;
  const { subaccount: _, reference: __, bech32: ___, ...request } = requestOf(draft);
  const fiatReceivable = forAmount ? amountFrom(draft.fiatReceivable) : Decimal.from(fiat === "JPY" ? 10_000 : 100);
  const texts = { ...request, fiatReceivable, strategy, feeModel };
  const query = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value?.toString()]));
  return { query, forAmount, bySetting: strategy === "LMT" && !request.limitPrice, cryptoType, fiat };
}

/** A value once it has not changed for the time that typing takes. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Creates a bill and answers its id. The same request pressed again after a silence never makes two. */
export function useCreateBill() {
  const { call } = useApi();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (request: RequestPaymentAddress) => {
      const made = await intent(request, (idempotencyKey) =>
        call<{ paymentId: string }>("/payment/v1/requestPaymentAddress", {
          method: "POST",
          body: request,
          idempotencyKey,
        }),
      );
      return made.paymentId;
    },
  });
}

/** Subaccounts of the last bills, newest first, to choose from while typing. */
export function useKnownSubaccounts(): readonly string[] {
  const { account, call } = useApi();
  const { data } = useQuery({
    queryKey: ["known-subaccounts", account],
    queryFn: async ({ signal }) => {
      const query = { startTime: Date.now() - RECENT_MS, limit: RECENT_COUNT };
      const { data: bills } = await call<PaymentList>("/payment/v1/payment", { query, signal });
      return [...new Set(bills.map((bill) => bill.subaccount))];
    },
    staleTime: SETTINGS_MS,
  });
  return data ?? [];
}

/** The account's settings by name, as texts; undefined until they are there. */
function useSettings(): Settings | undefined {
  const { account, call } = useApi();
  const { data } = useQuery({
    queryKey: ["settings-texts", account],
    queryFn: async ({ signal }) => {
      const settings = await call<Record<string, Decimal | string>>("/manage/v1/settings", { signal });
      return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value.toString()]));
    },
    staleTime: SETTINGS_MS,
  });
  return data;
}

/** Whether money beyond what is due is sold or kept under RFQ: a setting of the account. */
export function useKeepsSurplus(crypto: Crypto, fiat: Fiat): boolean {
  return settingFor(useSettings() ?? {}, "overpayment", crypto, fiat) === "KEEP";
}

/** The limit price set for a pair: null when there is none, undefined until it is known. */
export function useLimitSetting(crypto: Crypto, fiat: Fiat): Decimal | null | undefined {
  const settings = useSettings();
  return settings && (exactSetting(settings, "limitPrice", crypto, fiat) ?? null);
}
