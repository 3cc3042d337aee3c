"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { previewPriceCall, requestPaymentAddressCall } from "#lib/bills/calls.ts";
import type { previewPriceEndpoint, RequestPaymentAddress } from "#lib/bills/contract.ts";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getPaymentCall } from "#lib/payments/calls.ts";
import { exactSetting, NOTHING_SET, ruling, type Settings, settingFor } from "#lib/settings/setting.ts";
import { useOnce } from "#components/intent.ts";
import { keyOf } from "#components/keys.ts";
import { useSettings } from "#components/rules/settings-data.ts";
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
export type Preview = OutputOf<typeof previewPriceEndpoint>;

/**
 * The price of a draft, renewed while the page is seen. `forAmount` says whether the amount typed is in it, `needsLimit`
 * that no price was requested because LMT has no limit price yet, neither typed nor set.
 */
export function usePreview(draft: BillDraft) {
  const request = useSettled(useMemo(() => previewQuery(draft), [draft]));
  const limitSetting = useLimitSetting(draft.cryptoType, draft.fiat);
  const preview = useQuery({
    ...useApi().queryOptions(previewPriceCall, request.query),
    enabled: !request.bySetting || Boolean(limitSetting),
    refetchInterval: PRICE_MS,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  return { ...preview, forAmount: request.forAmount, needsLimit: request.bySetting && limitSetting === null };
}

type PreviewRequest = {
  query: GivenOf<typeof previewPriceEndpoint>;
  forAmount: boolean;
  bySetting: boolean;
};

/** Without an amount the rates are still worth seeing: a usual one stands in for it. */
function previewQuery(draft: BillDraft): PreviewRequest {
  const { cryptoType, fiat, strategy, feeModel } = draft;
  const { networkType, limitPrice } = requestOf(draft);
  const typed = amountFault(draft.fiatReceivable, fiat) === undefined ? amountFrom(draft.fiatReceivable) : undefined;
  const fiatReceivable = typed ?? Decimal.from(fiat === "JPY" ? 10_000 : 100);
  const query = { cryptoType, networkType, fiat, fiatReceivable, limitPrice, strategy, feeModel };
  return { query, forAmount: typed !== undefined, bySetting: strategy === "LMT" && !limitPrice };
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
  const once = useOnce();
  return useMutation({
    mutationFn: async (request: RequestPaymentAddress) => (await once(requestPaymentAddressCall, request)).paymentId,
  });
}

/** Subaccounts of the last bills, newest first, to choose from while typing. */
export function useKnownSubaccounts(): readonly string[] {
  const { account, query } = useApi();
  const { data } = useQuery({
    queryKey: keyOf(getPaymentCall, account, "once", { limit: RECENT_COUNT }),
    queryFn: async ({ signal }) => {
      const recent = { startTime: Date.now() - RECENT_MS, limit: RECENT_COUNT };
      const { data: bills } = await query(getPaymentCall, recent, { signal });
      return [...new Set(bills.map((bill) => bill.subaccount))];
    },
    staleTime: SETTINGS_MS,
  });
  return data ?? [];
}

/** The account's settings, read again once a minute at most. */
function useOldSettings(): Settings | undefined {
  const { data } = useSettings({ staleTime: SETTINGS_MS });
  return data && ruling(data);
}

/** Whether money beyond what is due is sold or kept under RFQ: a setting of the account. */
export function useKeepsSurplus(crypto: Crypto, fiat: Fiat): boolean {
  return settingFor(useOldSettings() ?? NOTHING_SET, "overpayment", crypto, fiat) === "KEEP";
}

/** The limit price set for a pair: null when there is none, undefined until it is known. */
export function useLimitSetting(crypto: Crypto, fiat: Fiat): Decimal | null | undefined {
  const settings = useOldSettings();
  return settings && (exactSetting(settings, "limitPrice", crypto, fiat) ?? null);
}
