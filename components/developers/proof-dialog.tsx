"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { EndpointRecord } from "#lib/webhooks/contract.ts";
import type { ReceiverGrade, ReceiverProof } from "#lib/webhooks/proof-contract.ts";
import { useApi } from "#components/staff.tsx";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Glyph } from "#components/ui/icons.tsx";
import { MARKS } from "#components/ui/state.tsx";
import { DialogFault } from "./parts.tsx";

const words = text.developers.webhooks.proof;

/** Plays good and bad messages against a receiver and shows what it made of each. */
export function ProofDialog({ endpoint: { endpointId }, onClose }: { endpoint: EndpointRecord; onClose: () => void }) {
  const { call } = useApi();
  const prove = useMutation({
    mutationFn: () => call<ReceiverProof>("/sandbox/v1/proofs", { method: "POST", body: { endpointId } }),
  });
  const begun = useRef(false);
  const { mutate } = prove;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate();
  }, [mutate]);
  const { data } = prove;
  const missed = data?.grades.filter(({ passed }) => !passed).length ?? 0;
  return (
    <Dialog
      footer={
        <>
          <Button data-first onClick={onClose} size="large">
            {words.close}
          </Button>
          <Button busy={prove.isPending} look="primary" onClick={() => mutate()} size="large">
            {prove.isPending ? words.running : words.again}
          </Button>
        </>
      }
      onClose={onClose}
      summary={words.summary}
      title={words.title}
    >
      <p className="font-medium" role="status">
        {prove.isPending ? words.running : data ? (data.passed ? words.passed : words.notYet(missed)) : null}
      </p>
      {data && !prove.isPending ? (
        <ul className="mt-2 grid gap-2">
          {data.grades.map((grade) => (
            <Grade grade={grade} key={grade.check} />
          ))}
        </ul>
      ) : null}
      <DialogFault error={prove.error} title={words.failed} />
    </Dialog>
  );
}

function Grade({ grade: { check, passed, detail, statusCode } }: { grade: ReceiverGrade }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2">
      <Glyph className={`mt-0.75 ${MARKS[passed ? "done" : "fail"]}`} name={passed ? "done" : "attn"} />
      <span>
        {words.checks[check] ?? check}
        {passed ? null : <span className="block text-12 text-pretty text-ink-2">{detail}</span>}
      </span>
      <span className="figure text-ink-3">{check === "fast" ? "" : (statusCode ?? words.noAnswer)}</span>
    </li>
  );
}
