"use client";

import { requestMoveCall } from "#lib/moves/calls.ts";
import { MOVE_KINDS, type MoveKind, placesFor, ROUTES } from "#lib/moves/move.ts";
import { LEDGER_SYMBOLS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { moveName } from "#lib/i18n/places.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { looselyTyped, sumText } from "#lib/i18n/amount.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { filled, useDestinations, usePlaces, useTreasury } from "./treasury-data.ts";
import { SelectField } from "#components/ui/select-field.tsx";
import { NoteField } from "#components/ui/note-field.tsx";

const words = treasuryText.form;
/** The bank account that is there from the first day. */
const MAIN_BANK = "bank:main";

type Written = Record<
  "kind" | "from" | "to" | "asset" | "networkType" | "quantity" | "destinationId" | "address" | "note",
  string
>;
const EMPTY: Written = {
  kind: MOVE_KINDS[0],
  from: "",
  to: "",
  asset: LEDGER_SYMBOLS[0],
  networkType: "",
  quantity: "",
  destinationId: "",
  address: "",
  note: "",
};
const CHECK = checkedBy(requestMoveCall, {
  missing: { quantity: words.quantityMissing, note: words.noteMissing },
  faults: (fields: Written) => ({ from: placeFault(fields, "from"), to: placeFault(fields, "to") }),
  bodyOf: ({ quantity, ...fields }: Written) => ({
    ...filled({ ...fields, from: ofKind(fields, "from"), to: ofKind(fields, "to"), address: addressOf(fields) }),
    ...(quantity.trim() && { quantity: looselyTyped(quantity) ?? quantity }),
  }),
});

/** What was chosen before the kind changed does not go along where the new kind has no such place. */
function ofKind(fields: Pick<Written, "kind" | "from" | "to">, side: "from" | "to"): string {
  return placesFor(fields.kind as MoveKind, side, [fields[side]]).includes(fields[side]) ? fields[side] : "";
}

/** A kind that begins or ends at a place of ours names it; a correction names one of both. */
function placeFault(fields: Written, side: "from" | "to"): string | undefined {
  const { kind } = fields;
  if (ROUTES[kind as MoveKind][side].length === 0 || ofKind(fields, side) !== "") return undefined;
  if (kind !== "CORRECTION") return words.missing[side];
  return ofKind(fields, side === "from" ? "to" : "from") === "" ? words.oneOf : undefined;
}

/** Nor does the address, where a kind names none. */
const addressOf = ({ kind, address }: Pick<Written, "kind" | "address">): string =>
  kind === "GAS" || kind === "CAPITAL_IN" ? address : "";

/** A move that is proposed: what it fills in. */
export type Proposed = Partial<Written>;

/** Asks for a move; where two persons are asked for it waits for the second. */
export function RequestMove({ proposed, onClose }: { proposed?: Proposed; onClose: () => void }) {
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const destinations = useDestinations();
  const places = usePlaces({});
  const request = useTreasury(requestMoveCall);
  const form = useDeskForm({
    defaults: { ...EMPTY, ...proposed },
    check: CHECK,
    async send(body) {
      const done = await request.mutateAsync(body);
      if (isWaiting(done)) notifyWaiting(words.waits);
      else toast(words.done(done.reference));
      onClose();
    },
  });
  const { kind, asset, to, quantity } = form.watch();
  const typed = looselyTyped(quantity);
  const known = [
    ...(places.data?.data ?? []).map(({ place }) => place),
    ...(destinations.data ?? []).map(({ place }) => place),
    ...["from", "to"].flatMap((side) => proposed?.[side as "from" | "to"] ?? []),
    MAIN_BANK,
  ];
  const fitting = (destinations.data ?? []).filter(
    (one) => one.asset === asset && one.place === (kind === "CAPITAL_OUT" ? "owner" : to.trim()),
  );
  return (
    <FormDialog
      action={typed ? words.actionOf(`${sumText(typed, asset)}\u00a0${asset}`) : words.action}
      form={form}
      onClose={onClose}
      words={words}
    >
      <SelectField
        form={form}
        label={words.kind}
        name="kind"
        first
        options={MOVE_KINDS.map((one) => [one, moveName(one)])}
      />
      {(["from", "to"] as const).map((side) => {
        const options = placesFor(kind as MoveKind, side, known);
        if (ROUTES[kind as MoveKind][side].length === 0) return null;
        return (
          <SelectField
            form={form}
            hint={kind === "CORRECTION" ? words.oneOf : undefined}
            key={side}
            label={words[side]}
            name={side}
            mono
            none={words.noPlace}
            options={options}
          />
        );
      })}
      <SelectField form={form} label={words.asset} name="asset" options={LEDGER_SYMBOLS} />
      {asset === "USDT" ? (
        <SelectField
          form={form}
          label={words.network}
          name="networkType"
          none={words.noNetwork}
          options={NETWORK_TYPES}
        />
      ) : null}
      <FormField form={form} label={words.quantity} name="quantity">
        {(parts) => <Input {...parts} figures />}
      </FormField>
      {kind === "GAS" || (kind === "CAPITAL_IN" && to.startsWith("custody:")) ? (
        <FormField
          form={form}
          hint={kind === "GAS" ? words.addressHint : words.capitalHint}
          label={words.address}
          name="address"
        >
          {(parts) => <Input {...parts} className="font-mono" spellCheck={false} />}
        </FormField>
      ) : null}
      <SelectField
        form={form}
        hint={words.destinationHint}
        label={words.destination}
        name="destinationId"
        none={words.noDestination}
        options={fitting.map(({ destinationId, label, address }) => [destinationId, `${label}, ${address}`])}
      />
      <NoteField form={form} label={words.note} />
    </FormDialog>
  );
}
