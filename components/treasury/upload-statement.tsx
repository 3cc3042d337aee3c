"use client";

import { useState } from "react";
import { takeStatementCall } from "#lib/bank/calls.ts";
import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { countText } from "#lib/i18n/amount.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { type DeskForm, FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { base64Of, fileFault, isXml, type PickedFile, pickedFile, refusedFile } from "./bank-file.ts";
import { type Mapping, useTreasury } from "./treasury-data.ts";

const words = treasuryText.statements.form;

type Written = { file: string; mappingId: string };

/** A statement of the bank: XML as it is, CSV of an account that has a mapping. */
export function UploadStatement({ mappings, onClose }: { mappings: readonly Mapping[]; onClose: () => void }) {
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const take = useTreasury(takeStatementCall);
  const [picked, setPicked] = useState<PickedFile>();
  const [fault, setFault] = useState<string>();
  const form: DeskForm<Written> = useDeskForm<Written>({
    defaults: { file: "", mappingId: "" },
    async send({ mappingId }) {
      setFault(undefined);
      // The mappings may have come after the form: until one is chosen, the first that is shown is meant.
      const of = mappings.find((one) => one.mappingId === mappingId) ?? mappings[0];
      const wrong = fileFault(picked) ?? accountFault(picked, of);
      if (!picked || wrong !== undefined) {
        form.setError("file", { message: wrong ?? "" }, { shouldFocus: true });
        return;
      }
      try {
        const done = await take.mutateAsync({ fileName: picked.name, ...bodyOf(picked, of) });
        if (isWaiting(done)) notifyWaiting(words.waits);
        else {
          const sum = (name: "lines" | "unexpected") => done.data.reduce((all, one) => all + one[name], 0);
          toast(words.done(countText(sum("lines")), countText(sum("unexpected"))));
        }
        onClose();
      } catch (error) {
        const why = refusedFile(error);
        if (why === undefined) throw error;
        setFault(words.refused(why));
      }
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} words={words}>
      <FormField form={form} label={words.file} name="file">
        {({ onChange: _, ...field }) => (
          <Input
            {...field}
            accept=".xml,.csv,.txt"
            className="py-1.5"
            data-first
            onChange={(event) => {
              form.clearErrors("file");
              void pickedFile(event.currentTarget.files?.[0]).then(setPicked);
            }}
            type="file"
          />
        )}
      </FormField>
      {picked && !isXml(picked) ? (
        <SelectField
          form={form}
          hint={mappings.length === 0 ? words.noAccount : undefined}
          label={words.account}
          name="mappingId"
          none={mappings.length === 0 ? "–" : undefined}
          options={mappings.map(({ mappingId, place, currency }) => [mappingId, `${place} ${currency}`])}
        />
      ) : null}
      {fault ? (
        <p className="text-fail-text" role="alert">
          {fault}
        </p>
      ) : null}
    </FormDialog>
  );
}

const accountFault = (picked: PickedFile | undefined, of: Mapping | undefined): string | undefined =>
  picked && !isXml(picked) && !of ? words.noAccount : undefined;

function bodyOf(picked: PickedFile, of: Mapping | undefined) {
  const content = base64Of(picked.bytes);
  return isXml(picked) || !of ? { content } : { content, place: of.place, currency: of.currency };
}
