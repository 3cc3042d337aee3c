import { useStaff } from "#components/staff.tsx";
import { text } from "#components/text/text.ts";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import type { WalletFaults, WalletWritten } from "./wallet-form.ts";

const words = text.wallets.form;

export type MoreWritten = Omit<WalletWritten, "xpub" | "path">;
export const NOTHING_MORE: MoreWritten = { account: "", firstIndex: "", historyFrom: "", gapLimit: "" };

type Asked = {
  written: MoreWritten;
  faults: WalletFaults;
  onWrite: (field: keyof MoreWritten, value: string) => void;
};

/** Whom a key is for, and what it has received on before. */
export function MoreOfWallet({ written, faults, onWrite }: Asked) {
  const { accounts } = useStaff();
  return (
    <div className="grid items-start gap-4 card:grid-cols-2">
      <Field hint={words.accountHint} label={words.account}>
        {(parts) => (
          <Select
            {...parts}
            className="w-full"
            onChange={(event) => onWrite("account", event.target.value)}
            value={written.account}
          >
            <option value="">{words.house}</option>
            {accounts.map(({ id, name }) => (
              <option key={id} value={name}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Whole field="firstIndex" placeholder="0" {...{ written, faults, onWrite }} />
      <Whole field="historyFrom" placeholder={words.never} {...{ written, faults, onWrite }} />
      {written.historyFrom === "" ? null : (
        <Whole field="gapLimit" placeholder="20" {...{ written, faults, onWrite }} />
      )}
    </div>
  );
}

type WholeField = Exclude<keyof MoreWritten, "account">;

function Whole({ field, placeholder, written, faults, onWrite }: Asked & { field: WholeField; placeholder: string }) {
  return (
    <Field error={faults[field] ? words[`${field}Fault`] : undefined} hint={words[`${field}Hint`]} label={words[field]}>
      {(parts) => (
        <Input
          {...parts}
          inputMode="numeric"
          onChange={(event) => onWrite(field, event.target.value)}
          placeholder={placeholder}
          value={written[field]}
        />
      )}
    </Field>
  );
}
