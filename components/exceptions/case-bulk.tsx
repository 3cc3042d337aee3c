"use client";

import { useState } from "react";
import { useQueries } from "@tanstack/react-query";
import { closeCaseCall } from "#lib/cases/calls.ts";
import { MOST_CASES } from "#lib/cases/case-kinds.ts";
import type { CasePerson, CaseRecord, CaseResult } from "#lib/cases/contract.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getPaymentCall } from "#lib/payments/calls.ts";
import { planOf } from "#components/conversions/choice.ts";
import { ConvertButton } from "#components/conversions/convert-button.tsx";
import { obstacleWords } from "#components/conversions/obstacle-words.ts";
import { useMay } from "#components/may.ts";
import { refusedText } from "#components/fault-text.ts";
import { useApi } from "#components/staff.tsx";
import { useOf } from "#components/whose.tsx";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { useSelectionBox } from "#components/ui/data-table/foot.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { Money } from "#components/ui/money.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { SPANS } from "./case-actions.tsx";
import { useWorkCases } from "./cases-data.ts";

const words = exceptionsText.bulk;
const { drawer, actions } = exceptionsText;
const MOST_REASON = 1_000;
const MENU_BUTTON =
  "inline-flex h-7 items-center rounded-2 border border-edge bg-control px-2 font-medium whitespace-nowrap hover:bg-hover hover:border-strong";

type Bulk = {
  selected: readonly CaseRecord[];
  people: readonly CasePerson[];
  fiat: Fiat;
  onClear: () => void;
  /** What became of each; those that were refused stay selected. */
  onResults: (results: readonly CaseResult[]) => void;
};

/** What is selected, its value, and what can be done with all of it at once. */
export function CaseBulk({ selected, people, fiat, onClear, onResults }: Bulk) {
  const { toast } = useStatus();
  const [closing, setClosing] = useState(false);
  const box = useSelectionBox();
  const ofHouse = useOf() === "house";
  const work = useWorkCases();
  const caseIds = selected.map(({ caseId }) => caseId);
  const worth = selected.reduce((sum, each) => (each.worth ? sum.plus(each.worth) : sum), Decimal.ZERO);
  const act = async (given: Omit<Parameters<typeof work.mutateAsync>[0], "caseIds">) => {
    const { results } = await work.mutateAsync({ ...given, caseIds });
    const failed = results.filter((one) => !one.done);
    const done = results.length - failed.length;
    if (done > 0) toast(words.done(done));
    // A case that another has closed leaves the list, and its reason with it.
    const reasons = new Set(failed.map(refusedText));
    if (failed.length > 0) toast(`${words.refused(failed.length)} ${[...reasons].join(" ")}`);
    onResults(results);
  };
  const tooMany = selected.length > MOST_CASES;
  return (
    <section aria-label={text.table.selected(selected.length)} className="case-bulk" ref={box}>
      <span className="font-medium" role="status">
        {text.table.selected(selected.length)}
      </span>
      <span className="ms-auto">
        <Money asset={fiat} unit value={worth} />
      </span>
      {work.error ? <ErrorNote error={work.error} title={actions.failed} /> : null}
      <span className="flex w-full flex-wrap items-center gap-1.5">
        {tooMany ? <span className="text-12 text-fail-text">{words.most(MOST_CASES)}</span> : null}
        {tooMany ? null : (
          <>
            <Menu align="start" button={null} buttonClass={MENU_BUTTON} label={words.assign} shownLabel>
              {(close) =>
                [undefined, ...people].map((person) => (
                  <MenuItem
                    key={person?.userId ?? ""}
                    onSelect={() => {
                      close();
                      void act({ command: "ASSIGN", userId: person?.userId });
                    }}
                  >
                    {drawer.assignTo(person?.name ?? "")}
                  </MenuItem>
                ))
              }
            </Menu>
            <Menu align="start" button={null} buttonClass={MENU_BUTTON} label={words.mute} shownLabel>
              {(close) =>
                SPANS.map(({ forMs, label }) => (
                  <MenuItem
                    key={forMs}
                    onSelect={() => {
                      close();
                      void act({ command: "MUTE", forMs });
                    }}
                  >
                    {label}
                  </MenuItem>
                ))
              }
            </Menu>
            <Button onClick={() => setClosing(true)} size="small">
              {words.close}
            </Button>
          </>
        )}
        <Button className="ms-auto" look="plain" onClick={onClear} size="small">
          {text.table.clear}
        </Button>
        {ofHouse ? null : <ConvertAll selected={selected} />}
      </span>
      {closing ? (
        <CloseAll
          count={selected.length}
          onClose={() => setClosing(false)}
          send={(reason) => act({ command: "CLOSE", reason })}
        />
      ) : null}
    </section>
  );
}

function CloseAll({
  count,
  send,
  onClose,
}: {
  count: number;
  send: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const form = useDeskForm({
    defaults: { reason: "" },
    check: checkedBy(closeCaseCall, { missing: { reason: actions.closeMissing } }),
    async send({ reason }) {
      await send(reason);
      onClose();
    },
  });
  return (
    <FormDialog
      action={words.closeAction(count)}
      failed={actions.failed}
      form={form}
      onClose={onClose}
      summary={actions.closeSummary}
      title={words.closeTitle(count)}
    >
      <FormField form={form} label={actions.closeReason} name="reason">
        {(parts) => <TextArea {...parts} data-first maxLength={MOST_REASON} required />}
      </FormField>
    </FormDialog>
  );
}

const CONVERTIBLE = new Set(["LATE", "NOT_SOLD", "LIMIT_NOT_MET", "UNDERPAID", "OVERPAID"]);

/** One conversion of the bills behind the selected cases, or the reason why they cannot be one. */
function ConvertAll({ selected }: { selected: readonly CaseRecord[] }) {
  const { queryOptions } = useApi();
  const may = useMay("conversions:write");
  const ofBills = selected.every(({ kind, paymentId }) => CONVERTIBLE.has(kind) && paymentId !== undefined);
  const paymentIds = ofBills && may ? [...new Set(selected.flatMap(({ paymentId }) => paymentId ?? []))] : [];
  const previews = useQueries({
    queries: paymentIds.map((paymentId) => ({ ...queryOptions(getPaymentCall, { paymentId }), staleTime: 10_000 })),
  });
  const bills = previews.flatMap(({ data }) => data?.data ?? []);
  const isKnown = paymentIds.length > 0 && bills.length === paymentIds.length;
  if (!may) return null;
  const planned = planOf(bills);
  const reason = ofBills
    ? isKnown && "obstacle" in planned
      ? obstacleWords(planned.obstacle)
      : undefined
    : words.noBills;
  return <ConvertButton bills={bills} isKnown={isKnown} label={words.convert} reason={reason} />;
}
