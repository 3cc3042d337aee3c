import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/approvals/approval-text.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { assetText } from "#lib/i18n/networks.ts";
import { placeName } from "#lib/i18n/places.ts";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";

type Payout = NonNullable<ApprovalRecord["payout"]>;
type Shown = { approval: ApprovalRecord; payout: Payout; funds: NonNullable<ApprovalRecord["funds"]> };

/** What the payout is taken from, and what it leaves: of the account, and of the place where the house sees it. */
export function FundsLeft({ approval, payout, funds }: Shown) {
  const { account, place } = funds;
  const sides = [
    { name: approval.account ?? approvalsText.ofHouse, ...account },
    ...(place ? [{ ...place, name: placeName(place.name) }] : []),
  ];
  const row = (name: string, amountOn: (side: (typeof sides)[number]) => Decimal | undefined, strong = false) => (
    <tr className="border-t border-rule align-baseline *:py-1.5">
      <th className="text-start font-normal text-ink-2" scope="row">
        {name}
      </th>
      {sides.map((side) => {
        const value = amountOn(side);
        return (
          <td
            className={cx(
              "ps-3 text-end",
              strong && "font-medium",
              value !== undefined && value.units < 0n && "text-fail-text",
            )}
            key={side.name}
          >
            {value === undefined ? null : <Money asset={payout.asset} value={value} />}
          </td>
        );
      })}
    </tr>
  );
  const { owed, reserve } = account;
  return (
    <table className="w-full">
      <caption className="mb-1 text-start text-12 font-semibold">
        {approvalsText.funds.title(assetText(payout))}
      </caption>
      <thead className="text-12 text-ink-3 *:*:font-normal">
        <tr className="*:py-1">
          <th className="text-start" scope="col">
            {approvalsText.funds.what}
          </th>
          {sides.map(({ name }) => (
            <th className="ps-3 text-end wrap-anywhere" key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row(approvalsText.funds.holds, ({ holds }) => holds)}
        {row(approvalsText.funds.promised, ({ promised }) => promised)}
        {row(approvalsText.funds.payout, () => payout.quantity)}
        {row(approvalsText.funds.after, ({ after }) => after, true)}
        {reserve ? row(approvalsText.funds.reserve, (side) => ("reserve" in side ? side.reserve : undefined)) : null}
      </tbody>
      {owed ? (
        <tfoot>
          <tr>
            <td className="pt-1 text-12 text-wait-text" colSpan={sides.length + 1}>
              {approvalsText.funds.owes(amountOf({ ...payout, quantity: owed }))}
            </td>
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}
