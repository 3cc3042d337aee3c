import { useState } from "react";
import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { moveName } from "#lib/i18n/places.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import type { Check } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { useDeskForm } from "#components/ui/form.tsx";
import { NoteField } from "#components/ui/note-field.tsx";
import { SelectField, type SelectOption } from "#components/ui/select-field.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { type Move, useMoves } from "./treasury-data.ts";

export type LinkValues = { moveId: string; note: string };

/** Moves as they are chosen from. */
export const moveOptions = (moves: readonly Move[]): SelectOption[] =>
  moves.map(({ moveId, reference, quantity, asset, kind }) => [
    moveId,
    `${reference}, ${moveName(kind)}, ${amountText(quantity, scaleOf(asset))} ${asset}`,
  ]);

type Linking<Body> = {
  words: { action: string; failed: string; title: string; move: string; none: string; done: string };
  /** What is linked. */
  summary: string;
  check: Check<LinkValues, Body>;
  link: (body: Body) => Promise<object>;
  onClose: () => void;
};

/** In place of moves that are not there yet: none fits only once they are. */
export function MovesToCome({
  moves: { error, refetch },
}: {
  moves: Pick<ReturnType<typeof useMoves>, "error" | "refetch">;
}) {
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={treasuryText.failed} />;
  return <Waiting className="px-0" lines={2} />;
}

/** Says which of the open moves that `fit` something was that a bank or a venue has told of, with a note. */
export function LinkForm<Body>({ fit, ...linking }: Linking<Body> & { fit: (move: Move) => boolean }) {
  const moves = useMoves();
  if (moves.data) return <ChosenMove {...linking} moves={moves.data.filter(fit)} />;
  const { words, summary, onClose } = linking;
  const cancel = (
    <Button onClick={onClose} size="large">
      {text.dialog.cancel}
    </Button>
  );
  return (
    <Dialog footer={cancel} onClose={onClose} summary={summary} title={words.title}>
      <MovesToCome moves={moves} />
    </Dialog>
  );
}

function ChosenMove<Body>({
  words,
  summary,
  moves,
  check,
  link,
  onClose,
}: Linking<Body> & {
  /** The moves that it may have been, the likeliest first. */
  moves: readonly Move[];
}) {
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const [preset] = useState(moves[0]?.moveId ?? "");
  const form = useDeskForm<LinkValues, Body>({
    defaults: { moveId: preset, note: "" },
    check,
    async send(body) {
      if (isWaiting(await link(body))) notifyWaiting(treasuryText.linkForm.waits);
      else toast(words.done);
      onClose();
    },
  });
  return (
    <FormDialog
      action={words.action}
      failed={words.failed}
      form={form}
      onClose={onClose}
      summary={summary}
      title={words.title}
    >
      <SelectField
        first
        form={form}
        hint={moves.length === 0 ? words.none : undefined}
        label={words.move}
        name="moveId"
        none={preset === "" ? "–" : undefined}
        options={moveOptions(moves)}
      />
      <NoteField form={form} label={treasuryText.form.note} />
    </FormDialog>
  );
}
