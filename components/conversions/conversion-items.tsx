"use client";

import Link from "next/link";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { CustomerLink } from "#components/ui/customer-link.tsx";
import { conversionText } from "#lib/i18n/conversion.ts";
import { conversionsText } from "#lib/i18n/conversions.ts";
import { DrawerSection } from "#components/ui/drawer.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import { State } from "#components/ui/state.tsx";
import { FILLS_OF_MOST, useBillsOf } from "./conversions-data.ts";
import { type ItemFill, itemFills } from "./item-fills.ts";
import { cryptoText } from "./rates.ts";
import { billsOf } from "./state-of.ts";

const words = conversionText.items;

/** The bills of a conversion with what each gives, and after execution what each was credited: both columns add up. */
export function ConversionItems({ record }: { record: ConversionRecord }) {
  const fills = itemFills(record, useBillsOf(record));
  const executed = record.status === "EXECUTED";
  const count = billsOf(record);
  const pair = conversionsText.pair(record.baseSymbol, record.quoteSymbol);
  return (
    <DrawerSection end={<span className="text-ink-3">{words.all(pair)}</span>} title={conversionsText.bills(count)}>
      <table className="mini -mx-gutter w-[calc(100%+2*var(--gutter))]">
        <thead>
          <tr>
            <th scope="col">{words.payment}</th>
            <th scope="col">{words.subaccount}</th>
            <th className="end whitespace-normal" scope="col">
              {words.quantity(record.baseSymbol)}
            </th>
            {fills.size > 0 ? (
              <th className="end whitespace-normal" scope="col">
                {words.fiat(record.quoteSymbol)}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {record.items.map((item) => (
            <tr key={item.txId}>
              <th scope="row">
                <Link
                  className="inline-flex min-h-6 items-center rounded-1 hover:underline"
                  href={`/payments?paymentId=${item.paymentId}&open=${item.paymentId}`}
                  prefetch={false}
                >
                  <Hash tail value={item.paymentId} />
                </Link>
              </th>
              {/* A name takes what the figures leave, on as many lines as it needs: none of them is cut. */}
              <td className="text-ink-2">
                <CustomerLink name={item.subaccount}>
                  <bdi className="whitespace-normal wrap-anywhere">{item.subaccount}</bdi>
                </CustomerLink>
              </td>
              <td className="end">
                <Money asset={record.baseSymbol} value={item.quantity} />
              </td>
              {fills.size > 0 ? <FillCell fill={fills.get(item.txId)} record={record} /> : null}
            </tr>
          ))}
        </tbody>
        <Sums fills={fills} record={record} />
      </table>
      {executed && count > FILLS_OF_MOST ? (
        <p className="mt-2 text-12 text-ink-3">{words.tooMany(FILLS_OF_MOST)}</p>
      ) : null}
    </DrawerSection>
  );
}

function FillCell({ fill, record }: { fill: ItemFill | undefined; record: ConversionRecord }) {
  if (!fill) return <td className="end text-ink-3">–</td>;
  return (
    <td className="end" title={fill.fee.isZero() ? undefined : words.fee(cryptoText(fill.fee, record.baseSymbol))}>
      <Money asset={record.quoteSymbol} value={fill.fiat} />
    </td>
  );
}

function Sums({ record, fills }: { record: ConversionRecord; fills: ReadonlyMap<string, ItemFill> }) {
  const total = record.items.reduce((sum, item) => sum.plus(item.quantity), Decimal.ZERO);
  const equal = total.compare(record.quantity) === 0;
  const credited = [...fills.values()].reduce((sum, fill) => sum.plus(fill.fiat), Decimal.ZERO);
  const whole = fills.size === record.items.length;
  return (
    <tfoot>
      <tr>
        <th className="whitespace-normal" colSpan={2} scope="row">
          <State
            glyph={equal ? "done" : "attn"}
            tone={equal ? "none" : "fail"}
            word={equal ? words.equals : words.differs}
          />
        </th>
        <td className="end font-medium">
          <span className="sum">
            <Money asset={record.baseSymbol} value={total} />
          </span>
        </td>
        {fills.size > 0 ? (
          <td className="end font-medium">
            {whole ? (
              <span className="sum">
                <Money asset={record.quoteSymbol} value={credited} />
              </span>
            ) : null}
          </td>
        ) : null}
      </tr>
    </tfoot>
  );
}
