"use client";

import { type Fiat, FIATS } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { makePayoutFileCall } from "#lib/payouts/file-calls.ts";
import type { makePayoutFileEndpoint, PainFormat } from "#lib/payouts/file-contract.ts";
import { payoutsText } from "#lib/i18n/payouts.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { Money } from "#components/ui/money.tsx";
import { Select } from "#components/ui/select.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { useApprovedIn, useMakeFile } from "./payouts-data.ts";
import { amountOf, receiverOf } from "./state-of.ts";

const words = payoutsText.files.form;
const MOST_BANKS: PainFormat = "pain.001.001.09";
const FORMATS: readonly PainFormat[] = [MOST_BANKS, "pain.001.001.03"];

type Entries = { currency: Fiat; bank: string; format: PainFormat };

/** Makes the next file of a currency; what goes into it is listed before, since none of it can be cancelled afterwards. */
export function FileForm({ onClose }: { onClose: () => void }) {
  const { toast } = useStatus();
  const make = useMakeFile((made) => {
    toast(words.done(made.payouts));
    onClose();
  });
  const form = useDeskForm({
    defaults: { currency: "EUR", bank: "main", format: MOST_BANKS } as Entries,
    check: checkedBy<Entries, typeof makePayoutFileEndpoint.body>(makePayoutFileCall, {
      bodyOf: ({ bank, ...entries }) => ({ ...entries, bank: bank.trim() || undefined }),
    }),
    send: ({ bank, ...entries }) => make.mutateAsync({ ...entries, ...(bank !== undefined && { bank }) }),
  });
  const currency = form.watch("currency");
  const approved = useApprovedIn(currency);
  const payouts = approved.data?.data;
  const total = payouts?.reduce((sum, { quantity }) => sum.plus(quantity), Decimal.ZERO);
  // Of more than are listed neither count nor sum is known.
  const isWhole = approved.data?.startsAfter === null;
  return (
    <FormDialog
      action={
        payouts && total && isWhole && payouts.length > 0
          ? words.actionOf(payouts.length, amountOf({ asset: currency, quantity: total, networkType: undefined }))
          : words.action
      }
      form={form}
      onClose={onClose}
      unavailable={payouts === undefined || payouts.length === 0}
      words={words}
    >
      <FormField form={form} label={words.currency} name="currency">
        {(field) => (
          <Select {...field} className="w-full" data-first>
            {FIATS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField form={form} hint={words.bankHint} label={words.bank} name="bank">
        {(field) => <Input {...field} maxLength={64} spellCheck={false} />}
      </FormField>
      <FormField form={form} hint={words.formatHint} label={words.format} name="format">
        {(field) => (
          <Select {...field} className="w-full">
            {FORMATS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      {approved.isError ? (
        <ErrorNote error={approved.error} onRetry={() => void approved.refetch()} title={words.unread} />
      ) : null}
      {approved.isPending ? <Waiting className="px-0" lines={2} /> : null}
      {payouts ? <Approved currency={currency} isWhole={isWhole} payouts={payouts} /> : null}
    </FormDialog>
  );
}

/** The payouts that the file takes, and who gets them. */
function Approved({
  payouts,
  currency,
  isWhole,
}: {
  payouts: readonly PayoutRecord[];
  currency: Fiat;
  isWhole: boolean;
}) {
  if (payouts.length === 0) return <p className="text-ink-2">{words.none(currency)}</p>;
  return (
    <section aria-label={words.approved} className="grid gap-1">
      <h3 className="font-medium">{words.approved}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <ul className="max-h-48 overflow-y-auto rounded-2 border border-rule" tabIndex={0}>
        {payouts.map((payout) => (
          <li
            className="flex gap-3 border-b border-rule px-3 py-1.5 last:border-b-0"
            key={payout.payoutId}
            title={payout.reference}
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              {receiverOf(payout)} <span className="text-ink-3">{payout.username}</span>
            </span>
            <span className="flex-none">
              <Money asset={payout.asset} unit value={payout.quantity} />
            </span>
          </li>
        ))}
      </ul>
      <p className="text-12 text-ink-2">
        {isWhole ? null : words.more} {words.retired}
      </p>
    </section>
  );
}
