"use client";

import { NETWORK_NAMES } from "#lib/i18n/networks.ts";
import { assetOf, scaleOf } from "#lib/kernel/assets.ts";
import type { PayerState } from "#lib/payments/payer-contract.ts";
import { paymentUri } from "#lib/wallets/payment-uri.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { addressParts, AddressText, CopyLine } from "#components/ui/copy-line.tsx";
import { Glyph, Icon } from "#components/ui/icons.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { type Step, Steps } from "#components/ui/steps.tsx";
import { TimeLeft } from "#components/ui/time-left.tsx";
import { confirmationSpan } from "./network-pace.ts";
import { PayCode } from "./pay-code.tsx";
import { cryptoText, fiatText } from "./view-of.ts";
import type { PayerWords } from "./words.ts";

/** A countdown makes people hurry and err, so it shows near the end only. */
const NEAR_END_MS = 5 * 60_000;

type Facts = { state: PayerState; words: PayerWords };

/** What to send and where to: a code, the amount, the address, and what must not be sent. */
export function PayScreen({
  state,
  words,
  view,
  now,
  clock,
}: Facts & { view: "pay" | "rest"; now: number | undefined; clock: string | undefined }) {
  const asset = assetOf(state.cryptoType, state.networkType);
  const due = state.quantityMissing;
  const uri = paymentUri(asset, state.address, due.floorUnits(scaleOf(asset)));
  const near = now !== undefined && state.expiryTime - now <= NEAR_END_MS;
  return (
    <div className="payer-card two">
      <div>
        <div className="text-center">
          <p className="text-ink-2">{view === "rest" ? words.sendRest : words.sendExactly}</p>
          <p className="text-32 font-medium wrap-anywhere [&_.font-normal]:text-15">
            <Money asset={asset} unit value={due} />
          </p>
          <p className="figure whitespace-normal! text-ink-2">
            {words.worth(fiatText(state))}
            {clock ? `, ${words.heldUntil(clock)}` : null}
          </p>
          {near ? (
            <p className="mt-2 inline-flex items-center gap-2 rounded-2 border border-wait-edge bg-wait-wash px-3 py-1 text-wait-text">
              <Glyph className="text-wait-mark" name="half" />
              {words.endsIn} <TimeLeft className="font-medium" until={state.expiryTime} />
            </p>
          ) : null}
        </div>
        <div className="mx-auto w-full max-w-62">
          <PayCode address={state.address} first={uri.includes("?") ? "uri" : "address"} uri={uri} words={words.code} />
        </div>
        <p className="text-center text-ink-2">{words.scan}</p>
        {uri.includes(":") && uri !== state.address ? (
          <a
            className="inline-flex h-10 items-center justify-center gap-1.5 rounded-2 bg-fill font-medium text-on-fill hover:bg-fill-hover"
            href={uri}
          >
            <Icon name="wallet" />
            {words.open}
          </a>
        ) : null}
      </div>
      <Details state={state} view={view} words={words} />
    </div>
  );
}

function Details({ state, words, view }: Facts & { view: "pay" | "rest" }) {
  const asset = assetOf(state.cryptoType, state.networkType);
  const due = state.quantityMissing;
  const { first, last } = addressParts(state.address);
  return (
    <div>
      <CopyLine label={words.amount} name={words.copyOf.amount} value={due.toString()}>
        <span className="font-medium">
          <Money asset={asset} unit value={due} />
        </span>
      </CopyLine>
      <CopyLine hint={words.check(first, last)} label={words.address} name={words.copyOf.address} value={state.address}>
        <AddressText address={state.address} />
      </CopyLine>
      <p className="flex items-center gap-3 rounded-2 bg-sunken px-3 py-2.5 text-ink-2">
        <AssetName symbol={state.cryptoType} />
        <span className="text-pretty">{words.sendOnly(state.cryptoType, NETWORK_NAMES[state.network])}</span>
      </p>
      {state.feeRate ? <p className="text-pretty text-ink-2">{words.feeRate(rateText(state.feeRate))}</p> : null}
      <Steps label={words.title} steps={stepsOf(state, words, view)} />
    </div>
  );
}

function stepsOf(state: PayerState, words: PayerWords, view: "pay" | "rest"): Step[] {
  const { steps } = words;
  const now: Step =
    view === "rest"
      ? { tone: "wait", glyph: "half", title: steps.rest, note: partsOf(state, words), current: true }
      : { tone: "wait", glyph: "pending", title: steps.waiting, note: steps.waitingText, current: true };
  const { network, confirmationsRequired } = state;
  const soon = steps.confirmedSoon(confirmationsRequired, confirmationSpan(network, confirmationsRequired));
  return [
    now,
    { tone: "none", glyph: "draft", title: steps.seen, note: steps.seenSoon },
    { tone: "none", glyph: "draft", title: steps.confirmed, note: soon },
  ];
}

/** What the payer has sent already: what counts, and what does not yet. */
function partsOf(state: PayerState, { steps }: PayerWords): string {
  const { quantityReceived, quantitySeen, status } = state;
  const seen = status === "PROCESSING" ? steps.checking : steps.underWay;
  return [
    ...(quantityReceived.isZero() ? [] : [steps.arrived(cryptoText(state, quantityReceived))]),
    ...(quantitySeen.isZero() ? [] : [seen(cryptoText(state, quantitySeen))]),
    steps.sendRest,
  ].join(" ");
}
