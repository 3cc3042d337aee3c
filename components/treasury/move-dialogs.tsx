"use client";

import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { askForMoveCall, cancelMoveCall, linkMoveCall } from "#lib/moves/calls.ts";
import { moveName, placeName } from "#lib/i18n/places.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { fieldText, looselyTyped, sumText } from "#lib/i18n/amount.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { filled, type Move, useTreasury } from "./treasury-data.ts";
import { SelectField } from "#components/ui/select-field.tsx";
import { NoteField } from "#components/ui/note-field.tsx";

const words = treasuryText;

/** Asks for a move that was drafted; where two persons are asked for it waits for the second. */
export function AskForMove({ move, onClose }: { move: Move; onClose: () => void }) {
  const { moveId, reference, kind, from, to, asset, quantity, label, address, note } = move;
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const request = useTreasury(askForMoveCall);
  const amount = `${sumText(quantity, asset)}\u00a0${asset}`;
  const placeOr = (place: string | undefined) => (place ? placeName(place) : words.moves.outside);
  return (
    <ConfirmDialog
      action={words.form.actionOf(amount)}
      busy={request.isPending}
      error={request.error}
      failed={words.form.failed}
      look="primary"
      onClose={onClose}
      onConfirm={() =>
        request.mutate(
          { moveId },
          {
            onSuccess: (done) => {
              if (isWaiting(done)) notifyWaiting(words.form.waits);
              else toast(words.form.done(reference));
              onClose();
            },
          },
        )
      }
      summary={words.form.summary}
      title={words.form.title}
    >
      <Facts
        of={[
          [words.form.kind, moveName(kind)],
          [words.moves.columns.way, `${placeOr(from)} – ${placeOr(to)}`],
          [words.form.quantity, amount],
          [words.form.address, address && <span className="font-mono text-12 break-all">{address}</span>],
          [words.form.destination, label],
          [words.moves.columns.reference, reference],
          [words.form.note, note],
        ]}
      />
    </ConfirmDialog>
  );
}

/** Takes back a move that has not left, with a reason. */
export function CancelMove({ move: { moveId, reference }, onClose }: { move: Move; onClose: () => void }) {
  const { toast } = useStatus();
  const cancel = useTreasury(cancelMoveCall);
  const form = useDeskForm({
    defaults: { note: "" },
    check: checkedBy(cancelMoveCall, { missing: { note: words.form.noteMissing } }),
    async send({ note }) {
      await cancel.mutateAsync({ moveId, note });
      toast(words.cancelForm.done(reference));
      onClose();
    },
  });
  return (
    <FormDialog
      action={words.cancelForm.action}
      failed={words.cancelForm.failed}
      form={form}
      onClose={onClose}
      summary={words.cancelForm.summary}
      title={words.cancelForm.title(reference)}
    >
      <NoteField first form={form} label={words.form.note} />
    </FormDialog>
  );
}

type Written = { side: string; proof: string; quantity: string; note: string };
const LINK_CHECK = checkedBy(linkMoveCall, {
  missing: {
    proof: words.linkForm.proofMissing,
    quantity: words.form.quantityMissing,
    note: words.form.noteMissing,
  },
  bodyOf: ({ quantity, ...fields }: Written) => ({
    ...filled(fields),
    ...(quantity.trim() && { quantity: looselyTyped(quantity) ?? quantity }),
  }),
});

/** Says by which deposit or withdrawal of a venue a move arrived or left. */
export function LinkMove({ move, onClose }: { move: Move; onClose: () => void }) {
  const { moveId, reference, from = "", to = "", quantity: whole } = move;
  const { toast } = useStatus();
  const link = useTreasury(linkMoveCall);
  const notifyWaiting = useNotifyWaiting();
  const sides = [
    ...(from.startsWith("venue:") ? (["LEFT"] as const) : []),
    ...(to.startsWith("venue:") ? (["ARRIVED"] as const) : []),
  ];
  const form = useDeskForm({
    defaults: { side: String(sides[0]), proof: "", quantity: fieldText(whole), note: "" },
    check: LINK_CHECK,
    async send(body) {
      const done = await link.mutateAsync({ moveId, ...body });
      if (isWaiting(done)) notifyWaiting(words.linkForm.waits);
      else toast(words.linkForm.done(reference));
      onClose();
    },
  });
  return (
    <FormDialog
      action={words.linkForm.action}
      failed={words.linkForm.failed}
      form={form}
      onClose={onClose}
      summary={words.linkForm.summary}
      title={words.linkForm.title(reference)}
    >
      <SelectField
        form={form}
        label={words.linkForm.side}
        name="side"
        first
        options={sides.map((side) => [side, words.moves.sides[side]])}
      />
      <FormField form={form} label={words.linkForm.proof} name="proof">
        {(parts) => <Input {...parts} className="font-mono" spellCheck={false} />}
      </FormField>
      <FormField form={form} label={words.form.quantity} name="quantity">
        {(parts) => <Input {...parts} figures />}
      </FormField>
      <NoteField form={form} label={words.form.note} />
    </FormDialog>
  );
}
