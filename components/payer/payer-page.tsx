"use client";

import { NETWORK_NAMES } from "#lib/i18n/networks.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readReply } from "#lib/contract/client.ts";
import { payerStateCall } from "#lib/payments/payer-calls.ts";
import type { PayerState } from "#lib/payments/payer-contract.ts";
import { publicApi } from "#components/api.ts";
import { heardServerTime, useNow } from "#components/clock.ts";
import { keyOf } from "#components/keys.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { Glyph } from "#components/ui/icons.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Hash } from "#components/ui/hash.tsx";
import { fullText, momentText } from "#lib/i18n/times.ts";
import { Outcome } from "./outcome.tsx";
import { PayScreen } from "./pay-screen.tsx";
import { Slip } from "./slip.tsx";
import { cryptoText, type PayerView, viewOf } from "./view-of.ts";
import { words } from "./words.ts";

const RENEW_MS = 4_000;
/** A payer acts for none. */
const NO_ACCOUNT = "";

/** One payment as its payer sees it: what to send where, how far it is, or how it ended. */
export function PayerPage({ paymentId, initial }: { paymentId: string; initial: string }) {
  const [first] = useState(() => readReply(payerStateCall, initial));
  const { data: state, error } = usePayerState(paymentId, first);
  const now = useNow(1000);
  const view = viewOf(state, now ?? state.serverTime);
  const asks = view === "pay" || view === "rest";
  const clock = now === undefined ? undefined : momentText(state.expiryTime, now, "local");
  const stamp = (at: number) => (now === undefined ? "…" : fullText(at, "local"));
  const hasSlip =
    view === "paid" ||
    view === "over" ||
    view === "late" ||
    view === "under" ||
    (view === "reversed" && !state.quantityReceived.isZero());
  return (
    <main className="mx-auto grid w-full max-w-115 gap-4 p-4 min-[860px]:max-w-215 min-[860px]:py-12">
      {asks ? (
        <h1 className="sr-only">
          {words.heading(cryptoText(state, state.quantityMissing), NETWORK_NAMES[state.network])}
        </h1>
      ) : null}
      {state.merchantName ? (
        <p className="text-center text-15 font-medium wrap-anywhere">{words.payTo(state.merchantName)}</p>
      ) : null}
      {error ? (
        <p className="flex gap-2 rounded-2 border border-fail-edge bg-fail-wash px-3 py-2 text-fail-text" role="alert">
          <Glyph className="mt-0.75 text-fail-mark" name="attn" />
          {words.failed}
        </p>
      ) : null}
      <div role="status">
        {asks ? (
          <PayScreen clock={clock} now={now} state={state} view={view} words={words} />
        ) : (
          <Outcome state={state} view={view} words={words} />
        )}
      </div>
      {hasSlip ? (
        <Slip
          stamp={stamp}
          paymentId={paymentId}
          settled={view === "paid" || view === "over"}
          state={state}
          words={words}
        />
      ) : null}
      <NotCounted state={state} view={view} />
      {(state.refunds ?? []).map((refund, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: refunds are only ever appended
        <Refunded key={at} refund={refund} />
      ))}
      {asks ? (
        <details className="border-y border-edge">
          <summary className="py-3 text-ink-2">{words.help.title}</summary>
          <p className="pb-3 text-pretty text-ink-2">{words.help.text(clock ?? "…")}</p>
        </details>
      ) : null}
      <p className={cx("text-center text-12 text-ink-3", hasSlip && "print:hidden")}>
        {words.payment} <Hash copy={words.paymentId} tail value={paymentId} />
      </p>
    </main>
  );
}

/** What arrived and pays nothing of the bill, where the rest of the page does not speak of it. */
function NotCounted({ state, view }: { state: PayerState; view: PayerView }) {
  const texts = [
    ...(state.quantityDeclined.isZero() || view === "declined"
      ? []
      : [words.declined.text(cryptoText(state, state.quantityDeclined))]),
    ...(state.reversed && view !== "reversed" ? [words.reversed.text] : []),
    ...(state.wrongAsset && !isGivenBack(state) ? [words.wrongAsset(state.cryptoType)] : []),
  ];
  return texts.map((text) => (
    <p
      className="flex gap-2 rounded-2 border border-wait-edge bg-wait-wash px-3 py-2 text-wait-text"
      key={text}
      role="status"
    >
      <Glyph className="mt-0.75 text-wait-mark" name="attn" />
      <span className="figure whitespace-normal! text-pretty">{text}</span>
    </p>
  ));
}

/** Whether a refund of another asset than the bill's says where that is. */
const isGivenBack = ({ refunds = [], cryptoType, networkType }: PayerState): boolean =>
  refunds.some((one) => one.cryptoType !== cryptoType || one.networkType !== networkType);

/** What goes back to where the payer said, and how far it is. */
function Refunded({ refund }: { refund: NonNullable<PayerState["refunds"]>[number] }) {
  const { quantity, cryptoType, status, txHash } = refund;
  const amount = `${rateText(quantity)}\u00a0${cryptoType}`;
  return (
    <div className="grid gap-1 rounded-2 border border-edge bg-raised px-3 py-2.5 text-center" role="status">
      <p className="text-pretty">
        {status === "SENT" ? words.refunded.sent(amount) : words.refunded.requested(amount)}
      </p>
      {txHash ? (
        <p className="text-12 text-ink-2">
          {words.refunded.transaction} <Hash copy={words.refunded.hash} value={txHash} />
        </p>
      ) : null}
    </div>
  );
}

function usePayerState(paymentId: string, first: PayerState) {
  return useQuery({
    queryKey: keyOf(payerStateCall, NO_ACCOUNT, "record", { paymentId }),
    queryFn: async ({ signal }) => {
      const state = await publicApi.query(payerStateCall, { paymentId }, { signal });
      heardServerTime(state.serverTime);
      return state;
    },
    initialData: first,
    staleTime: 0,
    refetchInterval: RENEW_MS,
    retry: 1,
  });
}
