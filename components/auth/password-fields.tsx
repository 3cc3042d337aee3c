"use client";

import { useState } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { type ApiFault, isApiFault } from "#lib/contract/api-fault.ts";
import { authText } from "#lib/i18n/auth.ts";
import { faultsText } from "#lib/i18n/faults.ts";
import { Check } from "#components/ui/check.tsx";
import { type DeskForm, FormField, WordedFault } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";

const words = authText.password;
const LEAST = 12;
const MOST = 128;

export type NewPassword = { password: string; again: string };

/** What is wrong with a new password as far as the page can know. */
export function passwordFaults({ password, again }: NewPassword) {
  const { length } = [...password];
  const fault = length === 0 ? words.missing : length < LEAST ? words.SHORT : length > MOST ? words.LONG : undefined;
  return { password: fault, again: again === password ? undefined : words.differs };
}

/** Sends what a form says; what the server says against a password stands at its field in the reader's language. */
export async function sendPassword<Done>(send: () => Promise<Done>, wrong: Record<string, string> = {}): Promise<Done> {
  try {
    return await send();
  } catch (error) {
    if (!isApiFault(error)) throw error;
    const errors = error.errors.map(({ field, message }) => ({
      field,
      message: faultText(error, wrong[field]) ?? faultsText.field(message),
    }));
    throw new WordedFault(error.status, error.code, error.message, error.requestId, { ...error.body, errors });
  }
}

function faultText({ body }: ApiFault, wrong: string | undefined): string | undefined {
  const fault = body["passwordFault"];
  return fault === "SHORT" || fault === "LONG" || fault === "COMMON" ? words[fault] : wrong;
}

/** A new password, twice. */
export function PasswordFields<Values extends FieldValues & NewPassword>({ form }: { form: DeskForm<Values> }) {
  const [shown, setShown] = useState(false);
  const type = shown ? "text" : "password";
  return (
    <>
      <FormField form={form} hint={words.hint} label={words.label} name={"password" as FieldPath<Values>}>
        {(parts) => <Input {...parts} autoComplete="new-password" type={type} />}
      </FormField>
      <FormField form={form} label={words.again} name={"again" as FieldPath<Values>}>
        {(parts) => <Input {...parts} autoComplete="new-password" type={type} />}
      </FormField>
      <Check checked={shown} label={words.show} onChange={(event) => setShown(event.target.checked)} />
    </>
  );
}
