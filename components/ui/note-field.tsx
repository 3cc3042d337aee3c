import type { ReactNode } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { type DeskForm, FormField } from "./form.tsx";
import { TextArea } from "./input.tsx";

const MOST_NOTE = 1_000;

/** The reason that a decision of a person carries: nothing is sent without it. */
export function NoteField<Values extends FieldValues & { note: string }>({
  form,
  label,
  first = false,
}: {
  form: DeskForm<Values>;
  label: ReactNode;
  /** The dialog opens with the focus here. */
  first?: boolean;
}) {
  return (
    <FormField form={form} label={label} name={"note" as FieldPath<Values>}>
      {(parts) => <TextArea {...parts} data-first={first || undefined} maxLength={MOST_NOTE} required rows={2} />}
    </FormField>
  );
}
