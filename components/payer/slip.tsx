"use client";

import { NETWORK_NAMES } from "#lib/i18n/networks.ts";
import { Fragment } from "react";
import type { PayerState } from "#lib/payments/payer-contract.ts";
import { assetOf } from "#lib/kernel/assets.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { AddressText } from "#components/ui/copy-line.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Money } from "#components/ui/money.tsx";
import { fiatText } from "./view-of.ts";
import type { PayerWords } from "./words.ts";

type SlipProps = {
  state: PayerState;
  paymentId: string;
  settled: boolean;
  /** A moment in the reader's zone, as far as that is known: on the server it is not. */
  stamp: (at: number) => string;
  words: PayerWords;
};

/**
 * What a payer keeps of a payment that has ended: the facts, to print, and the way back to the shop. A receipt only of what
 * settled the bill; of anything else it names the shop and what arrived, and says nothing of paid.
 */
export function Slip({ state, paymentId, settled, stamp, words }: SlipProps) {
  const { merchantName, returnUrl, cryptoType, networkType, network, address, quantityReceived, deposits = [] } = state;
  const asset = assetOf(cryptoType, networkType);
  return (
    <section
      aria-label={settled ? words.slip.title : words.slip.details}
      className="mx-auto grid w-full max-w-115 gap-4"
    >
      <h2 className="hidden text-20 font-medium print:block">{settled ? words.slip.title : words.slip.details}</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 border-y border-edge py-4 text-13 [&_dd]:text-end [&_dt]:text-ink-3">
        {merchantName ? (
          <>
            <dt>{settled ? words.slip.to : words.slip.shop}</dt>
            <dd className="wrap-anywhere">{merchantName}</dd>
          </>
        ) : null}
        <dt>{words.slip.received}</dt>
        <dd>
          <Money asset={asset} unit value={quantityReceived} />
        </dd>
        <dt>{words.slip.bill}</dt>
        <dd className="figure">{fiatText(state)}</dd>
        <dt>{words.slip.network}</dt>
        <dd>{NETWORK_NAMES[network]}</dd>
        <dt>{words.address}</dt>
        <dd>
          <AddressText address={address} />
        </dd>
        {deposits.map(({ txHash, quantity, firstSeen }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one transaction may pay by several outputs
          <Fragment key={`${txHash} ${at}`}>
            <dt>{words.slip.sent}</dt>
            <dd>
              <span className="figure">{stamp(firstSeen)}</span>
              {deposits.length > 1 ? (
                <>
                  {", "}
                  <Money asset={asset} unit value={quantity} />
                </>
              ) : null}
            </dd>
            <dt>{words.slip.transaction}</dt>
            <dd className="font-mono text-12 wrap-anywhere">{txHash}</dd>
          </Fragment>
        ))}
        <dt>{words.slip.id}</dt>
        <dd className="font-mono text-12 wrap-anywhere">{paymentId}</dd>
        <dt>{words.slip.asOf}</dt>
        <dd className="figure">{stamp(state.serverTime)}</dd>
      </dl>
      <div className="flex flex-wrap justify-center gap-2 print:hidden">
        {returnUrl ? (
          <ButtonLink href={returnUrl} look="primary" rel="noreferrer">
            {words.slip.back(new URL(returnUrl).host)}
          </ButtonLink>
        ) : null}
        <Button onClick={() => window.print()}>
          <Icon name="print" size={14} />
          {settled ? words.slip.print : words.slip.printDetails}
        </Button>
      </div>
    </section>
  );
}
