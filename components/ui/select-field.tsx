import type { ReactNode } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { cx } from "./class-names.ts";
import { type DeskForm, FormField } from "./form.tsx";
import { Select } from "./select.tsx";

/** A choice, as its value alone or with the words that show it. */
export type SelectOption = string | readonly [value: string | number, words: string];

/** A field of a form that is chosen from a list. */
export function SelectField<Values extends FieldValues>({
  options,
  none,
  first = false,
  mono = false,
  ...field
}: {
  form: DeskForm<Values>;
  name: FieldPath<Values>;
  label: ReactNode;
  hint?: ReactNode;
  optional?: string | undefined;
  /** What else follows from another value. */
  onChange?: (value: string) => void;
  options: readonly SelectOption[];
  /** How it is shown that nothing is chosen; absent: something always is. */
  none?: string | undefined;
  /** The dialog opens with the focus here. */
  first?: boolean;
  /** The values are places or addresses. */
  mono?: boolean;
}) {
  return (
    <FormField {...field}>
      {(parts) => (
        <Select {...parts} className={cx("w-full", mono && "font-mono")} data-first={first || undefined}>
          {none === undefined ? null : <option value="">{none}</option>}
          {options.map((option) => {
            const [value, words] = typeof option === "string" ? [option, option] : option;
            return (
              <option key={value} value={value}>
                {words}
              </option>
            );
          })}
        </Select>
      )}
    </FormField>
  );
}
