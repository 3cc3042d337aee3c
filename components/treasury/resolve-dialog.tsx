"use client";

import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { isGas } from "#lib/kernel/assets.ts";
import { resolveCall } from "#lib/resolutions/calls.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { ResolutionKind } from "#lib/resolutions/resolution.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { sumText } from "#lib/i18n/amount.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { useDeskForm } from "#components/ui/form.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { AccountField, PaymentFields, type ResolveValues } from "./assign-fields.tsx";
import { MovesToCome, moveOptions } from "./link-form.tsx";
import { filled, type Move, useMoves, useTreasury } from "./treasury-data.ts";
import { SelectField } from "#components/ui/select-field.tsx";
import { NoteField } from "#components/ui/note-field.tsx";

const words = treasuryText.resolve;

const CHECK = checkedBy(resolveCall, {
  missing: { note: treasuryText.form.noteMissing },
  bodyOf: ({ kind, moveId, account, find: _, paymentId, ...fields }: ResolveValues) =>
    filled({
      ...fields,
      kind,
      moveId: kind === "LINK" || kind === "RETURN" ? moveId : "",
      ...(kind === "ASSIGN" && { account, paymentId }),
    }),
});
type Resolved = {
  kinds: readonly ResolutionKind[];
  subjectId: string;
  asset?: string | undefined;
  quantity?: Decimal | undefined;
  /** An account is given it as a deposit of a bill: crypto. */
  ofBill?: boolean;
  /** Of a case of the chain's own coin alone, which only moves of that coin explain. */
  gas?: boolean | undefined;
  onClose: () => void;
};

const isOnItsWay =
  (asset: string | undefined) =>
  (move: Move): boolean =>
    move.status === "SENT" && move.asset === asset;
const mayHaveLeft =
  (gas: boolean) =>
  ({ status, from, asset }: Move): boolean =>
    status === "APPROVED" && from?.startsWith("custody:") === true && isGas(asset) === gas;
const linkHint = (some: boolean, gas: boolean): string => {
  if (some) return words.linkHint;
  return gas ? words.noGas : words.noMove;
};

/** Says what became of money that nobody expected, or that left without leave; a second person agrees where one is needed. */
export function ResolveDialog({ kinds, subjectId, asset, quantity, ofBill = false, gas = false, onClose }: Resolved) {
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const resolve = useTreasury(resolveCall);
  const known = useMoves();
  const form = useDeskForm({
    defaults: { kind: String(kinds[0]), subjectId, moveId: "", account: "", find: "", paymentId: "", note: "" },
    check: CHECK,
    async send(body) {
      if (isWaiting(await resolve.mutateAsync(body))) notifyWaiting(words.waits);
      else toast(words.done);
      onClose();
    },
  });
  const kind = form.watch("kind");
  const isBack = kind === "RETURN";
  const asksMove = kind === "LINK" || isBack;
  const moves = known.data?.filter(isBack ? isOnItsWay(asset) : mayHaveLeft(gas));
  const amount = asset && quantity && `${sumText(quantity, asset)}\u00a0${asset}`;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      words={{ ...words, summary: kind === "VOID" ? words.voidSummary : words.summary(amount) }}
    >
      <SelectField
        form={form}
        label={words.kind}
        name="kind"
        first
        options={kinds.map((kind) => [kind, words.kinds[kind]])}
      />
      {moves === undefined && asksMove ? <MovesToCome moves={known} /> : null}
      {moves !== undefined && asksMove ? (
        <SelectField
          form={form}
          hint={isBack ? words.backHint : linkHint(moves.length > 0, gas)}
          label={words.move}
          name="moveId"
          none="–"
          options={moveOptions(moves)}
        />
      ) : null}
      {kind === "ASSIGN" ? <AccountField form={form} /> : null}
      {kind === "ASSIGN" && ofBill ? <PaymentFields form={form} /> : null}
      <NoteField form={form} label={treasuryText.form.note} />
    </FormDialog>
  );
}
