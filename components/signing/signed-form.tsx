"use client";

import { MOST_SIGNED } from "#lib/signing/signed-length.ts";
import { useState } from "react";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { takeSignedCall } from "#lib/signing/calls.ts";
import { PARTS, type DifferingPart } from "#lib/signing/difference.ts";
import { signingText } from "#lib/i18n/signing.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { type DeskForm, FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input, TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { type Prepared, useSigning } from "./signing-data.ts";

const words = signingText.bring;

/** Control characters other than line breaks and tabs, and what is no UTF-8. */
const UNWRITTEN = /(?![\n\r\t])\p{Cc}|\uFFFD/u;

type Brought = { text: string; file: string };

/** Takes what the signer gave back, as a file or as text; what differs from the prepared one is said by its part. */
export function SignedForm({ record, onClose }: { record: Prepared; onClose: () => void }) {
  const { toast } = useStatus();
  const take = useSigning(takeSignedCall);
  const [difference, setDifference] = useState<string | undefined>(undefined);
  const form: DeskForm<Brought> = useDeskForm<Brought>({
    defaults: { text: "", file: "" },
    send: async ({ text }) => {
      setDifference(undefined);
      const signed = text.trim();
      if (signed === "") {
        form.setError("text", { message: words.missing }, { shouldFocus: true });
        return;
      }
      try {
        await take.mutateAsync({ preparedId: record.preparedId, signed });
        toast(words.done);
        onClose();
      } catch (error) {
        const found = differenceOf(error);
        if (found === undefined) throw error;
        setDifference(found);
      }
    },
  });
  const readFile = async (file: File | undefined) => {
    setDifference(undefined);
    form.clearErrors("text");
    if (!file) return;
    // What no signer wrote, such as a picture, is not laid into the page.
    const signed = file.size > MOST_SIGNED ? "" : textOf(new Uint8Array(await file.arrayBuffer()));
    const isText = signed !== "" && signed.length <= MOST_SIGNED && !UNWRITTEN.test(signed);
    form.setValue("text", isText ? signed : "");
    if (!isText) form.setError("text", { message: words.noTransaction });
  };
  return (
    <FormDialog form={form} onClose={onClose} words={words}>
      <FormField form={form} label={words.file} name="file">
        {({ onChange: _, ...field }) => (
          <Input
            {...field}
            className="py-1.5"
            onChange={(event) => void readFile(event.currentTarget.files?.[0])}
            type="file"
          />
        )}
      </FormField>
      <FormField form={form} label={words.text} name="text">
        {(field) => <TextArea {...field} className="font-mono text-12" data-first rows={5} spellCheck={false} />}
      </FormField>
      {difference === undefined ? null : (
        <div className="text-fail-text" role="alert">
          <p className="font-medium">{words.differs}</p>
          <p className="break-all">{difference}</p>
        </div>
      )}
    </FormDialog>
  );
}

/** A PSBT as its bytes or as text, and a transaction in hex, as the API takes them. */
function textOf(bytes: Uint8Array): string {
  const isBinary = bytes[0] === 0x70 && bytes[4] === 0xff;
  if (!isBinary) return new TextDecoder().decode(bytes).trim();
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const isPart = (part: unknown): part is DifferingPart => PARTS.some((one) => one === part);

/** The difference that a refusal names, in the page's own words; undefined for any other fault. */
function differenceOf(error: unknown): string | undefined {
  const reported = isApiFault(error) ? error.body["difference"] : undefined;
  if (typeof reported !== "object" || reported === null || Array.isArray(reported)) return undefined;
  const { part, at, expected, found } = reported as Record<string, unknown>;
  if (!isPart(part)) return undefined;
  return words.difference(signingText.parts[part](Number(String(at ?? 1))), String(expected), String(found));
}
