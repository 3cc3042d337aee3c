import { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { cx } from "#components/ui/class-names.ts";
import { Glyph } from "#components/ui/icons.tsx";
import { Money } from "#components/ui/money.tsx";
import { freeOf } from "#components/conversions/free-of.ts";
import { addsUp, cryptoText } from "./record.ts";

const words = paymentText.drawer;

type Part = { name: string; value: Decimal; look: string };

/** Where the received crypto is: five quantities that always add up (rulebook 5.9), as a bar and as figures. */
export function Identity({ record }: { record: PaymentRecord }) {
  const parts = partsOf(record);
  const right = addsUp(record);
  const shown = parts.filter((part) => !part.value.isZero());
  return (
    <>
      <h3 className="mt-4 mb-2 flex items-center gap-2 text-12 font-semibold">
        {words.where(cryptoText(record, record.quantityReceived))}
        <span className="ms-auto inline-flex items-center gap-1.5 font-normal text-ink-3">
          {right ? words.addsUp : words.doesNotAddUp}
          <Glyph className={right ? "text-done-mark" : "text-fail-mark"} name={right ? "done" : "attn"} />
        </span>
      </h3>
      <div
        aria-label={words.identity(
          shown.map((part) => words.percent(percent(part.value, record.quantityReceived), part.name)).join(", "),
        )}
        className="identity mb-2.5"
        role="img"
      >
        {shown.map((part) => (
          <span
            className={cx("part", part.look)}
            key={part.name}
            style={{ flexGrow: share(part.value, record.quantityReceived) }}
          />
        ))}
      </div>
      <dl className="grid gap-0.5">
        {parts.map((part) => (
          <div className="flex items-center gap-2" key={part.name}>
            <dt className="flex items-center gap-2 text-ink-2">
              <i className={cx("part", part.look)} />
              {part.name}
            </dt>
            <dd className="ms-auto">
              <Money asset={record.cryptoType} value={part.value} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function partsOf(record: PaymentRecord): Part[] {
  const locked = record.quantityLocked.isZero()
    ? []
    : [{ name: words.locked, value: record.quantityLocked, look: "part-kept opacity-60" }];
  return [
    { name: words.converted, value: record.quantityConverted, look: "part-sold" },
    { name: words.free, value: freeOf(record), look: "part-kept" },
    ...locked,
    { name: words.pending, value: record.quantityPending, look: "part-pending" },
    { name: words.fees, value: record.feeQuantity, look: "part-fee" },
    { name: words.paidOut, value: record.quantityPaidOut, look: "part-out" },
  ];
}

/** Ten-thousandths of the whole: a width, not an amount. */
function share(part: Decimal, whole: Decimal): number {
  return whole.isZero() ? 0 : Number(part.dividedDown(whole, 4).times(Decimal.from(10_000)).toString());
}

const percent = (part: Decimal, whole: Decimal) => Math.round(share(part, whole) / 100);
