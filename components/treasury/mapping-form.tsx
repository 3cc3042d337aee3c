"use client";

import { useState } from "react";
import { previewMappingCall, setMappingCall } from "#lib/bank/calls.ts";
import type { previewMappingEndpoint, setMappingEndpoint } from "#lib/bank/contract.ts";
import {
  DATE_FORMATS,
  DECIMALS,
  DELIMITERS,
  ENCODINGS,
  keysOf,
  LINE_ORDERS,
  SIGNS,
  THOUSANDS,
} from "#lib/bank/mapping-words.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { isFiat } from "#lib/kernel/assets.ts";
import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { looselyTyped } from "#lib/i18n/amount.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { type DeskForm, FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { base64Of, fileFault, type PickedFile, pickedFile, refusedFile } from "./bank-file.ts";
import { MappingPreview } from "./mapping-preview.tsx";
import { filled, type Mapping, useDestinations, useTreasury } from "./treasury-data.ts";
import { SelectField } from "#components/ui/select-field.tsx";

const words = treasuryText.statements.mapping;
const { fields, values } = approvalsText.mapping;

type Body = InputOf<typeof setMappingEndpoint>;
type Field = keyof typeof fields;
type Written = Record<Field, string> & { account: string; file: string };
export type Preview = OutputOf<typeof previewMappingEndpoint>;

const COLUMNS = [
  ..."bookedColumn valuedColumn amountColumn debitColumn creditColumn currencyColumn".split(" "),
  ..."referenceColumn textColumn nameColumn ibanColumn idColumn balanceColumn".split(" "),
] as Extract<Field, `${string}Column`>[];
const CHOICES: readonly (readonly [Field, readonly string[]])[] = [
  ["delimiter", keysOf(DELIMITERS)],
  ["encoding", keysOf(ENCODINGS)],
  ["header", ["true", "false"]],
  ["dateFormat", DATE_FORMATS],
  ["decimal", keysOf(DECIMALS)],
  ["thousands", keysOf(THOUSANDS)],
  ["signs", SIGNS],
  ["order", ["", ...LINE_ORDERS]],
];
const EMPTY: Record<Field, string> = {
  ...(Object.fromEntries(Object.keys(fields).map((field) => [field, ""])) as Record<Field, string>),
  ...{ delimiter: "SEMICOLON", encoding: "UTF8", header: "true", skipLines: "0", dateFormat: "DD.MM.YYYY" },
  ...{ decimal: "COMMA", thousands: "POINT", signs: "MINUS_IS_DEBIT" },
};

function bodyOf({ account, file: _, header, skipLines, ...written }: Written): object {
  const [place, currency] = account.split(" ");
  const lines = looselyTyped(skipLines) ?? skipLines;
  return { place, currency, header: header === "true", skipLines: lines, ...filled(written) };
}
const CHECK = checkedBy(setMappingCall, { bodyOf });

/** How an account's CSV is read: a file is previewed first, and what was previewed is saved. */
export function MappingForm({ last, onClose }: { last: Mapping | undefined; onClose: () => void }) {
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const set = useTreasury(setMappingCall);
  const preview = useTreasury(previewMappingCall);
  const accounts = useAccounts(last);
  const [picked, setPicked] = useState<PickedFile>();
  const [seen, setSeen] = useState<{ of: string; preview: Preview }>();
  const [fault, setFault] = useState<string>();
  const form: DeskForm<Written> = useDeskForm<Written, Body>({
    defaults: { ...EMPTY, ...last?.mapping, account: accounts[0] ?? "", file: "" } as Written,
    check: CHECK,
    async send(body, written) {
      setFault(undefined);
      if (seen?.of === keyOf(written)) {
        const done = await set.mutateAsync(body);
        if (isWaiting(done)) notifyWaiting(words.waits);
        else toast(words.done(body.place));
        onClose();
        return;
      }
      const wrong = fileFault(picked);
      if (!picked || wrong !== undefined) {
        form.setError("file", { message: wrong ?? "" }, { shouldFocus: true });
        return;
      }
      try {
        const read = await preview.mutateAsync({ ...body, content: base64Of(picked.bytes) });
        setSeen({ of: keyOf(written), preview: read });
      } catch (error) {
        const why = refusedFile(error);
        if (why === undefined) throw error;
        setFault(why);
      }
    },
  });
  const shown = seen?.of === keyOf(form.watch()) ? seen.preview : undefined;
  return (
    <FormDialog
      action={shown ? words.action : words.preview}
      failed={words.failed}
      form={form}
      onClose={onClose}
      summary={words.summary}
      title={words.title}
    >
      <SelectField
        form={form}
        hint={accounts.length === 0 ? words.noAccount : undefined}
        label={words.account}
        name="account"
        first
        options={accounts}
      />
      <FormField form={form} label={words.file} name="file">
        {({ onChange: _, ...field }) => (
          <Input
            {...field}
            accept=".csv,.txt"
            className="py-1.5"
            onChange={(event) => {
              form.clearErrors("file");
              setSeen(undefined);
              void pickedFile(event.currentTarget.files?.[0]).then(setPicked);
            }}
            type="file"
          />
        )}
      </FormField>
      <div className="grid min-w-0 grid-cols-1 gap-4 sm:grid-cols-2">
        {CHOICES.map(([field, choices]) => (
          <SelectField
            form={form}
            key={field}
            label={fields[field]}
            name={field}
            options={choices.map((choice) => [choice, choice === "" ? words.empty : (values[choice] ?? choice)])}
          />
        ))}
        <FormField form={form} label={fields.skipLines} name="skipLines">
          {(parts) => <Input {...parts} figures />}
        </FormField>
        {COLUMNS.map((field) => (
          <FormField form={form} key={field} label={fields[field]} name={field}>
            {(parts) => <Input {...parts} spellCheck={false} />}
          </FormField>
        ))}
      </div>
      {fault ? (
        <p className="text-fail-text" role="alert">
          {fault}
        </p>
      ) : null}
      {shown ? <MappingPreview preview={shown} /> : null}
    </FormDialog>
  );
}

const keyOf = ({ file: _, ...written }: Written): string => JSON.stringify(written);

/** Bank accounts of ours, as `bank:main EUR`; of a mapping that is changed its own. */
function useAccounts(last: Mapping | undefined): string[] {
  const { data = [] } = useDestinations();
  if (last) return [`${last.place} ${last.currency}`];
  const accounts = data.filter(({ place, asset }) => place.startsWith("bank:") && isFiat(asset));
  return [...new Set(accounts.map(({ place, asset }) => `${place} ${asset}`))].sort();
}
