"use client";

import { useQuery } from "@tanstack/react-query";
import { scaleOf } from "#lib/kernel/assets.ts";
import { houseSearchCall } from "#lib/search/calls.ts";
import type { Found } from "#lib/search/contract.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { usePreferences } from "#components/preferences.tsx";
import { useApi } from "#components/staff.tsx";
import { amountText } from "#lib/i18n/amount.ts";
import { type DeskForm, FormField } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { SelectField, type SelectOption } from "#components/ui/select-field.tsx";
import { stampText, type Zone } from "#lib/i18n/times.ts";
import { useOwners } from "./treasury-data.ts";

const words = treasuryText.resolve;
const ACCOUNTS = "assigned-accounts";
/** The shortest text that is looked up, and the longest. */
const LEAST = 3;
const MOST = 128;
const ID_END = 6;

/** What the dialog holds; `find` is what is known of the payment, and is not sent. */
export type ResolveValues = Record<"kind" | "subjectId" | "moveId" | "account" | "find" | "paymentId" | "note", string>;

/** Whose it is: an account from the list of those that have had money here, or another by its name. */
export function AccountField({ form }: { form: DeskForm<ResolveValues> }) {
  const names = (useOwners({}).data?.data ?? []).flatMap(({ account }) => account ?? []);
  return (
    <>
      <FormField form={form} label={words.account} name="account" onChange={() => form.setValue("paymentId", "")}>
        {(parts) => <Input {...parts} list={ACCOUNTS} spellCheck={false} />}
      </FormField>
      <datalist id={ACCOUNTS}>
        {[...new Set(names)].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** The bill that crypto becomes a deposit of, found among the account's by what is known of it. */
export function PaymentFields({ form }: { form: DeskForm<ResolveValues> }) {
  const account = form.watch("account").trim();
  const q = form.watch("find").trim();
  const isSearched = account !== "" && q.length >= LEAST && q.length <= MOST;
  const { data, isFetching } = useQuery({
    ...useApi().queryOptions(houseSearchCall, { q, account }, "once"),
    enabled: isSearched,
    staleTime: 5_000,
  });
  const { zone } = usePreferences();
  const found = isSearched ? (data?.data ?? []) : [];
  const isNone = isSearched && !isFetching && found.length === 0;
  return (
    <>
      <FormField
        form={form}
        hint={words.findHint}
        label={words.find}
        name="find"
        onChange={() => form.setValue("paymentId", "")}
      >
        {(parts) => <Input {...parts} spellCheck={false} type="search" />}
      </FormField>
      <SelectField
        form={form}
        hint={isNone ? words.noPayment : words.paymentHint}
        label={words.payment}
        name="paymentId"
        none="–"
        options={found.map((one) => optionOf(one, zone))}
      />
    </>
  );
}

function optionOf({ id, by, value, name, quantity, asset, status, at }: Found, zone: Zone): SelectOption {
  const facts = [
    by === "reference" ? value : undefined,
    name,
    quantity && asset && `${amountText(quantity, scaleOf(asset))} ${asset}`,
    at === undefined ? undefined : stampText(at, zone),
    (paymentsText.status as Readonly<Record<string, string>>)[status ?? ""],
    `…${id.slice(-ID_END)}`,
  ];
  return [id, facts.filter((fact) => fact !== undefined && fact !== "").join(", ")];
}
