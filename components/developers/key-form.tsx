"use client";

import { type ReactNode, useId } from "react";
import { makeHouseKeyCall, makeKeyCall } from "#lib/keys/calls.ts";
import type { makeHouseKeyEndpoint, makeKeyEndpoint } from "#lib/keys/contract.ts";
import { HOUSE_SCOPES, SCOPES } from "#lib/contract/permissions.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { developersText } from "#lib/i18n/developers.ts";
import { Check } from "#components/ui/check.tsx";
import { FieldError } from "#components/ui/field.tsx";
import { checkedBy, numberTyped } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input, TextArea } from "#components/ui/input.tsx";
import { type MadeKey, useMakeKey } from "./keys-data.ts";
import { SelectField } from "#components/ui/select-field.tsx";
import { useOf } from "#components/whose.tsx";

const words = developersText.keys.form;
const DAY_MS = 86_400_000;
const MOST_NAME = 128;

type Written = { name: string; scopes: string[]; ipAllow: string; publicKey: string; rate: string; expiresAt: string };

/** Keys expire by the wall clock, also where the business clock was moved. */
const bodyOf = ({ name, scopes, ipAllow, publicKey, rate, expiresAt: days }: Written) => ({
  name: name.trim() || undefined,
  scopes,
  ipAllow: ipAllow.split(/[\s,]+/).filter(Boolean),
  publicKey: publicKey.trim() || undefined,
  rate: numberTyped(rate),
  expiresAt: days === "" ? undefined : Decimal.of(BigInt(Date.now() + Number(days) * DAY_MS)),
});

type Body = typeof makeKeyEndpoint.body | typeof makeHouseKeyEndpoint.body;
const READING = {
  bodyOf,
  missing: { name: words.nameMissing, scopes: words.scopesMissing },
  words: { rate: words.rateFault },
};
const EMPTY: Written = { name: "", scopes: [], ipAllow: "", publicKey: "", rate: "", expiresAt: "" };

/** Makes a key of the account or of the house; everything but a name and one scope may stay as it is. */
export function KeyForm({ onMade, onClose }: { onMade: (key: MadeKey) => void; onClose: () => void }) {
  const make = useMakeKey(onMade);
  const ofHouse = useOf() === "house";
  const form = useDeskForm({
    defaults: EMPTY,
    check: checkedBy<Written, Body>(ofHouse ? makeHouseKeyCall : makeKeyCall, READING),
    send: ({ expiresAt, ipAllow = [], ...input }) =>
      make.mutateAsync({ ...input, ipAllow, expiresAt: expiresAt?.getTime() }),
  });
  return (
    <FormDialog
      action={form.busy ? words.busy : words.action}
      failed={words.failed}
      form={form}
      onClose={onClose}
      summary={words.summary}
      title={words.title}
    >
      <FormField form={form} hint={words.nameHint} label={words.name} name="name">
        {(parts) => <Input {...parts} data-first maxLength={MOST_NAME} spellCheck={false} />}
      </FormField>
      <Scopes error={form.errorOf("scopes")}>
        {(ofHouse ? HOUSE_SCOPES : SCOPES).map((scope) => (
          <Check {...form.register("scopes")} hint={words.scope[scope]} key={scope} label={scope} value={scope} />
        ))}
      </Scopes>
      <FormField form={form} hint={words.fromHint} label={words.from} name="ipAllow">
        {(parts) => <TextArea {...parts} className="font-mono text-12" rows={2} spellCheck={false} />}
      </FormField>
      <FormField
        form={form}
        hint={words.publicKeyHint}
        label={words.publicKey}
        name="publicKey"
        optional={words.optional}
      >
        {(parts) => <TextArea {...parts} className="font-mono text-12" rows={2} spellCheck={false} />}
      </FormField>
      <div className="grid items-start gap-4 card:grid-cols-2">
        <FormField form={form} hint={words.rateHint} label={words.rate} name="rate">
          {(parts) => <Input {...parts} inputMode="numeric" />}
        </FormField>
        <SelectField
          form={form}
          label={words.expires}
          name="expiresAt"
          options={["", "7", "30", "90", "365"].map((days) => [days, words.lifetimes[days] ?? days])}
        />
      </div>
    </FormDialog>
  );
}

function Scopes({ error, children }: { error: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined} className="grid gap-1">
      <legend className="mb-1 text-12 text-ink-2">{words.scopes}</legend>
      <div className="grid gap-x-4 card:grid-cols-2">{children}</div>
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </fieldset>
  );
}
