"use client";

import { useState } from "react";
import { neverPlacedCall } from "#lib/liquidity/calls.ts";
import type { CaseDetail } from "#lib/cases/contract.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { Button } from "#components/ui/button.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { useDeskForm } from "#components/ui/form.tsx";
import { NoteField } from "#components/ui/note-field.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useNeverPlaced } from "./cases-data.ts";

const words = exceptionsText.neverPlaced;

/** States that an order of unknown outcome never reached its venue, where nothing else tells (rulebook 7.10). */
export function NeverPlaced({ found }: { found: CaseDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="w-full" onClick={() => setOpen(true)} size="large">
        {words.open}
      </Button>
      {open ? <StateDialog onClose={() => setOpen(false)} orderId={found.caseId.slice(found.kind.length + 1)} /> : null}
    </>
  );
}

const CHECK = checkedBy(neverPlacedCall, {
  missing: { note: words.noteMissing },
  bodyOf: ({ note }: { note: string }) => (note.trim() === "" ? {} : { note: note.trim() }),
});

function StateDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { toast } = useStatus();
  const state = useNeverPlaced();
  const form = useDeskForm({
    defaults: { note: "" },
    check: CHECK,
    async send(body) {
      await state.mutateAsync({ orderId, ...body });
      toast(words.done);
      onClose();
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} words={words}>
      <NoteField first form={form} label={words.note} />
    </FormDialog>
  );
}
