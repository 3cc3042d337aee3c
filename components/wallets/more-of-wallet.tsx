import { useStaff } from "#components/staff.tsx";
import { walletsText } from "#lib/i18n/wallets.ts";
import { type DeskForm, FormField } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import type { WalletWritten } from "./wallet-form.ts";
import { SelectField } from "#components/ui/select-field.tsx";

const words = walletsText.form;

type FormProps = { form: DeskForm<WalletWritten> };

/** Whom a key is for, and what it has received on before. */
export function MoreOfWallet({ form }: FormProps) {
  const { accounts } = useStaff();
  return (
    <div className="grid items-start gap-4 card:grid-cols-2">
      <SelectField
        form={form}
        hint={words.accountHint}
        label={words.account}
        name="account"
        none={words.app}
        options={accounts.map(({ name }) => name)}
      />
      <Whole field="firstIndex" form={form} placeholder="0" />
      <Whole field="historyFrom" form={form} placeholder={words.never} />
      {form.watch("historyFrom") === "" ? null : <Whole field="gapLimit" form={form} placeholder="20" />}
    </div>
  );
}

type WholeField = "firstIndex" | "historyFrom" | "gapLimit";

function Whole({ field, form, placeholder }: FormProps & { field: WholeField; placeholder: string }) {
  return (
    <FormField form={form} hint={words[`${field}Hint`]} label={words[field]} name={field}>
      {(parts) => <Input {...parts} inputMode="numeric" placeholder={placeholder} />}
    </FormField>
  );
}
