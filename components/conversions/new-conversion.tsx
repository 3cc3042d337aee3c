"use client";

import { useMemo, useState } from "react";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { useMay } from "#components/may.ts";
import { freeOf } from "./free-of.ts";
import { useAccount } from "#components/staff.tsx";
import { conversionText } from "#lib/i18n/conversion.ts";
import { conversionsText } from "#lib/i18n/conversions.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { Drawer, DrawerSection } from "#components/ui/drawer.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { MOST_BILLS, type PairGroup, pairGroups, planOf } from "./choice.ts";
import { useCreateConversion } from "./conversions-data.ts";
import { type Convertible, useConvertible } from "./convertible-data.ts";
import { CreateFault, PlanFacts } from "./create-parts.tsx";
import { obstacleWords } from "./obstacle-words.ts";
import { PairName } from "./pair-name.tsx";
import { cryptoText } from "./rates.ts";

const words = conversionsText.create;

/** From bills to a conversion: a pair, its bills with free crypto, the running total, and one button. */
export function NewConversion({ onCreated, onClose }: { onCreated: (invoiceId: string) => void; onClose: () => void }) {
  const { data, error, isPending, refetch } = useConvertible();
  return (
    <Drawer onClose={onClose} record="new" takeFocus title={words.title}>
      {error ? <ErrorNote error={error} onRetry={refetch} /> : null}
      {isPending ? <p className="px-gutter py-4 text-ink-2">{words.loading}</p> : null}
      {data ? <Picking convertible={data} onCreated={onCreated} onRenew={refetch} /> : null}
    </Drawer>
  );
}

function Picking({
  convertible,
  onCreated,
  onRenew,
}: {
  convertible: Convertible;
  onCreated: (invoiceId: string) => void;
  onRenew: () => void;
}) {
  const groups = useMemo(() => pairGroups(convertible.bills), [convertible.bills]);
  const [name, setName] = useState(groups[0]?.name);
  const group = groups.find((one) => one.name === name) ?? groups[0];
  if (!group)
    return (
      <Empty
        actions={<ButtonLink href="/payments?range=90d">{paymentsText.title}</ButtonLink>}
        title={words.nothingTitle}
      >
        {words.nothing}
      </Empty>
    );
  return (
    <>
      <DrawerSection label={words.pair}>
        <PairChoice groups={groups} onChoose={setName} value={group.name} />
        {convertible.more ? <p className="mt-2 text-12 text-ink-2">{words.more}</p> : null}
      </DrawerSection>
      <Bills group={group} key={group.name} onCreated={onCreated} onRenew={onRenew} />
    </>
  );
}

function PairChoice({
  groups,
  value,
  onChoose,
}: {
  groups: readonly PairGroup[];
  value: string;
  onChoose: (name: string) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 flex w-full gap-2 text-12">
        <span className="font-semibold">{words.pair}</span>
        <span className="ms-auto text-ink-3">{words.pairHint}</span>
      </legend>
      <div className="-mx-2 grid">
        {groups.map((group) => (
          <label
            className="flex min-h-8 cursor-pointer items-center gap-2 rounded-2 px-2 hover:bg-hover has-checked:bg-accent-wash"
            key={group.name}
          >
            <input
              checked={group.name === value}
              className="check"
              name="pair"
              onChange={() => onChoose(group.name)}
              type="radio"
            />
            <PairName base={group.base} quote={group.quote} />
            <span className="text-12 text-ink-3">{conversionsText.bills(group.bills.length)}</span>
            <span className="ms-auto">
              <Money asset={group.base} unit value={group.free} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Bills({
  group,
  onCreated,
  onRenew,
}: {
  group: PairGroup;
  onCreated: (invoiceId: string) => void;
  onRenew: () => void;
}) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const create = useCreateConversion(onCreated);
  const offered = group.bills.slice(0, MOST_BILLS);
  const chosen = offered.filter((bill) => !left.has(bill.paymentId));
  const planned = planOf(chosen);
  const plan = "plan" in planned ? planned.plan : undefined;
  const toggle = (id: string) => setLeft((before) => before.symmetricDifference(new Set([id])));
  const toggleAll = () =>
    setLeft(new Set(chosen.length === offered.length ? offered.map((bill) => bill.paymentId) : []));
  const renew = () => {
    create.reset();
    onRenew();
  };
  return (
    <>
      <DrawerSection end={<span className="text-ink-3">{words.oldest}</span>} title={words.bills}>
        <table className="mini -mx-gutter w-[calc(100%+2*var(--gutter))]">
          <thead>
            <tr>
              <th className="w-8" scope="col">
                <Check
                  checked={chosen.length === offered.length}
                  hideLabel
                  label={words.all}
                  onChange={toggleAll}
                  some={chosen.length > 0 && chosen.length < offered.length}
                />
              </th>
              <th scope="col">{paymentsText.columns.payment}</th>
              <th className="max-card:hidden" scope="col">
                {paymentsText.columns.subaccount}
              </th>
              <th scope="col">{paymentsText.columns.created}</th>
              <th className="end" scope="col">
                {conversionText.items.quantity(group.base)}
              </th>
            </tr>
          </thead>
          <tbody>
            {offered.map((bill) => (
              <BillLine bill={bill} chosen={!left.has(bill.paymentId)} key={bill.paymentId} onToggle={toggle} />
            ))}
          </tbody>
        </table>
        {group.bills.length > MOST_BILLS ? (
          <p className="mt-2 text-12 text-ink-2">{words.shown(MOST_BILLS, group.bills.length)}</p>
        ) : null}
      </DrawerSection>
      {plan && create.error ? <CreateFault error={create.error} onRenew={renew} plan={plan} /> : null}
      <div className="sticky bottom-0 border-t border-strong bg-raised px-gutter py-3">
        {plan ? <PlanFacts plan={plan} /> : null}
        {"obstacle" in planned ? <p className="text-ink-2">{obstacleWords(planned.obstacle)}</p> : null}
        <CreateButton
          busy={create.isPending}
          label={plan ? words.action(cryptoText(plan.quantity, plan.base)) : words.open}
          onCreate={() => {
            if (plan) create.mutate(plan);
          }}
          ready={plan !== undefined}
        />
      </div>
    </>
  );
}

function CreateButton({
  ready,
  busy,
  label,
  onCreate,
}: {
  ready: boolean;
  busy: boolean;
  label: string;
  onCreate: () => void;
}) {
  const may = useMay("conversions:write");
  const role = useAccount()?.role ?? "";
  return (
    <>
      <Button
        busy={busy}
        className="mt-3 w-full"
        look="primary"
        onClick={onCreate}
        size="large"
        unavailable={!ready || !may}
      >
        {busy ? words.busy : label}
      </Button>
      {may ? null : <p className="mt-2 text-12 text-ink-2">{conversionText.quote.needsRole(roleName(role))}</p>}
    </>
  );
}

function BillLine({
  bill,
  chosen,
  onToggle,
}: {
  bill: PaymentRecord;
  chosen: boolean;
  onToggle: (id: string) => void;
}) {
  const free = freeOf(bill);
  return (
    <tr>
      <td>
        <Check
          checked={chosen}
          hideLabel
          label={words.select(bill.paymentId.slice(-6), cryptoText(free, bill.cryptoType))}
          onChange={() => onToggle(bill.paymentId)}
        />
      </td>
      <th scope="row">
        <Hash tail value={bill.paymentId} />
      </th>
      <td className="whitespace-normal text-ink-2 wrap-anywhere max-card:hidden">
        <bdi>{bill.subaccount}</bdi>
      </td>
      <td>
        <Time at={bill.createdAt} className="text-ink-2" />
      </td>
      <td className="end">
        <Money asset={bill.cryptoType} value={free} />
      </td>
    </tr>
  );
}
