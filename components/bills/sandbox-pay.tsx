"use client";

import { faultText } from "#components/fault-text.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { type Crypto, networkOf, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { advanceClockCall, sendDepositCall } from "#lib/sandbox/calls.ts";
import { heardServerTime, serverNow, useNow } from "#components/clock.ts";
import { RECORDS, renew } from "#components/keys.ts";
import { assetOfPayment, dueOf } from "#components/payments/record.ts";
import { useApi } from "#components/staff.tsx";
import { billsText } from "#lib/i18n/bills.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { Icon } from "#components/ui/icons.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { spanText } from "#lib/i18n/times.ts";

const words = billsText.sandbox;

type Payment = { quantity: Decimal; cryptoType?: Crypto; slow?: boolean; late?: boolean };

/** What arrives at the same key when the payer takes the wrong coin. */
const WRONG_COIN: Record<Crypto, Crypto> = { BTC: "BCH", BCH: "BTC", USDT: "USDC", USDC: "USDT" };

/** Ten per cent more than the whole bill, also where a part of it has been paid. */
export const tooMuchOf = (record: PaymentRecord): Decimal => dueOf(record).plus(share(record, 10n));

/** Acts as the payer on the simulated chain, so that every outcome of a bill can be seen. */
export function SandboxPay({ record }: { record: PaymentRecord }) {
  const pay = usePay(record);
  const now = useNow(10_000) ?? serverNow();
  const { toast } = useStatus();
  const due = dueOf(record);
  const tooMuch = tooMuchOf(record);
  const wrong = WRONG_COIN[record.cryptoType];
  const left = record.expiryTime - now;
  const lateHint = left > 0 ? words.lateHint(spanText(Math.max(left, 60_000))) : words.lateNow;
  const choices: { name: string; hint: string; payment: Payment }[] = [
    { name: words.exactly, hint: quantityText(due, record.cryptoType), payment: { quantity: due } },
    {
      name: words.half,
      hint: quantityText(share(record, 50n), record.cryptoType),
      payment: { quantity: share(record, 50n) },
    },
    {
      name: words.over,
      hint: quantityText(tooMuch, record.cryptoType),
      payment: { quantity: tooMuch },
    },
    { name: words.slow, hint: quantityText(due, record.cryptoType), payment: { quantity: due, slow: true } },
    { name: words.late, hint: lateHint, payment: { quantity: due, late: true } },
    { name: words.wrong(wrong), hint: quantityText(due, wrong), payment: { quantity: due, cryptoType: wrong } },
  ];
  const send = (payment: Payment) =>
    pay.mutate(payment, {
      onSuccess: () => toast(words.sent(quantityText(payment.quantity, payment.cryptoType ?? record.cryptoType))),
      onError: (error) => toast(words.failed(faultText(error))),
    });
  return (
    <Menu
      align="start"
      button={
        <>
          <Icon className="text-sandbox-text" name="flask" size={14} />
          {pay.isPending ? words.sending : words.menu}
          <Icon name="down" size={12} />
        </>
      }
      buttonClass="inline-flex h-8 items-center gap-1.5 rounded-2 border border-edge bg-control px-3 font-medium hover:border-strong hover:bg-hover"
      label={words.hint}
    >
      {(close) =>
        choices.map(({ name, hint, payment }) => (
          <MenuItem
            key={name}
            onSelect={() => {
              close();
              if (!pay.isPending) send(payment);
            }}
          >
            <span className="grid py-1">
              {name}
              <span className="figure text-12 text-ink-3">{hint}</span>
            </span>
          </MenuItem>
        ))
      }
    </Menu>
  );
}

function usePay(record: PaymentRecord) {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ quantity, cryptoType, slow, late }: Payment) => {
      const left = record.expiryTime - serverNow();
      if (late && left > 0) {
        const moved = await mutate(advanceClockCall, { advanceMs: Math.ceil(left) + LATE_BY_MS });
        heardServerTime(moved.now);
      }
      const confirmations = slow ? {} : { confirmations: CONFIRMATIONS[networkOf(assetOfPayment(record))] };
      await mutate(sendDepositCall, { address: record.address, quantity, cryptoType, ...confirmations });
    },
    onSettled: () => renew(client, account, RECORDS),
  });
}

const LATE_BY_MS = 60_000;

const quantityText = (quantity: Decimal, crypto: Crypto): string => `${rateText(quantity)}\u00a0${crypto}`;

/** A share of what the bill asks for, in per cent, rounded down to a whole unit and never nothing. */
function share(record: PaymentRecord, percent: bigint): Decimal {
  const scale = scaleOf(record.cryptoType);
  const units = (record.quantity.floorUnits(scale) * percent) / 100n;
  return Decimal.of(units > 0n ? units : 1n, scale);
}
