import { scaleOf } from "#lib/kernel/assets.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { paymentUri } from "#lib/wallets/payment-uri.ts";
import { PayCode } from "#components/payer/pay-code.tsx";
import { assetOfPayment, dueOf, missingOf } from "#components/payments/record.ts";
import { billsText } from "#lib/i18n/bills.ts";
import { cx } from "#components/ui/class-names.ts";

/** The bill as a code to scan: with its amount where the chain has a scheme for that, lest the payer type another one. */
export function MadeCode({ record }: { record: PaymentRecord }) {
  const due = dueOf(record);
  const asset = assetOfPayment(record);
  const uri = due.units > 0n ? paymentUri(asset, record.address, due.floorUnits(scaleOf(asset))) : record.address;
  return (
    <div className={cx("made-code", !takesMoney(record) && "[&_.qr]:opacity-40")}>
      <PayCode
        address={record.address}
        first={uri.includes("?") ? "uri" : "address"}
        uri={uri}
        words={billsText.code}
      />
    </div>
  );
}

/** Whether the bill still expects money: the code and the amount step back once all of it was sent, or it has ended. */
export const takesMoney = (record: PaymentRecord): boolean =>
  (record.status === "PENDING" || record.amountStatus === "PARTIAL") && !missingOf(record).isZero();
