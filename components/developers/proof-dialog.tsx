"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { EndpointRecord } from "#lib/webhooks/contract.ts";
import { proveReceiverCall } from "#lib/scenarios/proof-calls.ts";
import type { ReceiverProof } from "#lib/scenarios/proof-contract.ts";
import { useApi } from "#components/staff.tsx";
import { developersText } from "#lib/i18n/developers.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Glyph } from "#components/ui/icons.tsx";
import { MARKS } from "#components/ui/state.tsx";
import { DialogFault } from "#components/ui/dialog.tsx";

const words = developersText.webhooks.proof;
const { names } = developersText.sandbox.scenarios;

/** Plays good and bad messages against a receiver, whole scenarios too where `plays` says so, and shows what it made of each. */
export function ProofDialog({
  endpoint: { endpointId },
  plays = false,
  onClose,
}: {
  endpoint: EndpointRecord;
  plays?: boolean;
  onClose: () => void;
}) {
  const { mutate } = useApi();
  const client = useQueryClient();
  const prove = useMutation({
    mutationFn: () => mutate(proveReceiverCall, { endpointId, ...(plays ? {} : { scenarios: [] }) }),
    onSettled: () => (plays ? client.invalidateQueries() : undefined),
  });
  const begun = useRef(false);
  const { mutate: run } = prove;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    run();
  }, [run]);
  const running = plays ? words.playing : words.running;
  return (
    <Dialog
      footer={
        <>
          <Button data-first onClick={onClose} size="large">
            {words.close}
          </Button>
          <Button busy={prove.isPending} look="primary" onClick={() => run()} size="large">
            {prove.isPending ? running : words.again}
          </Button>
        </>
      }
      onClose={onClose}
      summary={plays ? words.playsSummary : words.summary}
      title={words.title}
    >
      <p className="font-medium" role="status">
        {prove.isPending ? running : prove.data ? verdictOf(prove.data) : null}
      </p>
      {prove.data && !prove.isPending ? <Grades proof={prove.data} /> : null}
      <DialogFault error={prove.error} title={words.failed} />
    </Dialog>
  );
}

function verdictOf({ answered, grades, scenarios }: ReceiverProof): string {
  return answered ? words.answered : words.notYet([...grades, ...scenarios].filter((each) => !each.answered).length);
}

function Grades({ proof: { grades, scenarios } }: { proof: ReceiverProof }) {
  return (
    <>
      <ul className="mt-2 grid gap-2">
        {grades.map(({ check, answered, detail, statusCode }) => (
          <Graded
            detail={detail}
            figure={check === "fast" ? "" : (statusCode?.toString() ?? words.noAnswer)}
            answered={answered}
            key={check}
            what={words.checks[check] ?? check}
          />
        ))}
      </ul>
      {scenarios.length > 0 ? (
        <>
          <h3 className="mt-4 font-semibold">{words.scenarios}</h3>
          <ul className="mt-2 grid gap-2">
            {scenarios.map(({ name, answered, detail, messages }) => (
              <Graded
                detail={detail}
                figure={words.messages(messages)}
                answered={answered}
                key={name}
                what={names[name] ?? name}
              />
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function Graded(shown: { what: string; answered: boolean; detail: string; figure: string }) {
  const { what, answered, detail, figure } = shown;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2">
      <Glyph className={`mt-0.75 ${MARKS[answered ? "done" : "fail"]}`} name={answered ? "done" : "attn"} />
      <span>
        {what}
        {answered ? null : <span className="block text-12 text-pretty text-ink-2">{detail}</span>}
      </span>
      <span className="figure text-ink-3">{figure}</span>
    </li>
  );
}
