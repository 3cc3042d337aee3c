"use client";

import { useGo } from "#components/connection.ts";
import Link from "next/link";
import { Suspense, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import type { CaseDetail, CasePerson } from "#lib/cases/contract.ts";
import type { CaseOption } from "#lib/cases/option-contract.ts";
import { isCrypto, scaleOf } from "#lib/kernel/assets.ts";
import { useMay } from "#components/may.ts";
import { DecidePane } from "#components/approvals/approval-dialog.tsx";
import { useWriteAgain } from "#components/exports/exports-data.ts";
import { HoldDialog } from "#components/payments/hold-dialog.tsx";
import { followsText, type OptionText, optionText } from "#components/payments/option-text.ts";
import { useMoment } from "#components/ui/moment.ts";
import { usePayment } from "#components/payments/payments-data.ts";
import { MakeRefundLink } from "#components/payments/refund-links.tsx";
import { useOf } from "#components/whose.tsx";
import { ResolveDialog } from "#components/treasury/resolve-dialog.tsx";
import { resolutionsOf } from "#components/treasury/resolutions-of.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Glyph } from "#components/ui/icons.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { AssignMenu, CaseActions } from "./case-actions.tsx";
import { useApprovalOf } from "./approval-of.ts";
import { mendedAt, subjectOf } from "./case-look.ts";
import { useCaseCommand, useRenewCases } from "./cases-data.ts";
import { CloseDialog } from "./close-dialog.tsx";
import { Due } from "./due.tsx";

const CreateDialog = lazyPart(async () => (await import("#components/conversions/create-dialog.tsx")).CreateDialog);

const NeverPlaced = lazyPart(async () => (await import("./never-placed.tsx")).NeverPlaced);

const words = exceptionsText.decision;

/** What can be decided about a case, each with what follows from it, and the one button that does it. */
export function Decision({ found, people }: { found: CaseDetail; people: readonly CasePerson[] }) {
  return (
    <section aria-labelledby="decision" className="decide">
      <header className="flex min-h-13 flex-none items-center gap-2 border-b border-rule px-gutter py-2">
        <h2 className="text-15 font-semibold" id="decision">
          {words.title}
        </h2>
        <span className="ms-auto">
          <AssignMenu found={found} people={people} />
        </span>
      </header>
      <Deadline found={found} />
      {found.kind === "APPROVAL" && found.state !== "SETTLED" ? (
        <DecideRequest found={found} />
      ) : (
        <Choice found={found} />
      )}
    </section>
  );
}

/** Approves or declines what waits for a second person; the case leaves the inbox with it. */
function DecideRequest({ found }: { found: CaseDetail }) {
  const approval = useApprovalOf(found);
  const renew = useRenewCases();
  return approval ? <DecidePane approval={approval} key={approval.approvalId} onDone={renew} /> : <Waiting lines={4} />;
}

function Choice({ found }: { found: CaseDetail }) {
  const options = found.options ?? [];
  const [chosen, setChosen] = useState<string>();
  const moment = useMoment();
  const keyed = options.map((option) => ({ key: `${option.code} ${option.txId ?? ""}`, option }));
  const current = keyed.find(({ key }) => key === chosen) ?? keyed[0];
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-label={words.options} className="decide-body" tabIndex={0}>
        {keyed.length === 0 ? <p className="text-ink-2">{words.none}</p> : null}
        {keyed.length > 0 ? (
          <fieldset className="options">
            <legend className="sr-only">{words.options}</legend>
            {keyed.map(({ key, option }) => (
              <Option
                checked={key === current?.key}
                key={key}
                onChoose={() => setChosen(key)}
                option={option}
                wording={optionText(option, moment)}
              />
            ))}
          </fieldset>
        ) : null}
      </section>
      <footer className="decide-foot">
        {current ? <Act found={found} key={current.key} option={current.option} /> : null}
        <CaseActions found={found} />
      </footer>
    </>
  );
}

function Deadline({ found }: { found: CaseDetail }) {
  const moment = useMoment();
  if (found.dueAt === undefined || found.state !== "OPEN") return null;
  const held = found.kind === "HELD" && found.causeFacts.until === found.dueAt;
  return (
    <p className="deadline">
      <Glyph className="text-wait-mark" name="half" />
      <b className="font-semibold" suppressHydrationWarning>
        {held ? exceptionsText.due.held : exceptionsText.due.until} {moment(found.dueAt)}
      </b>
      <Due asSpan className="ms-auto" record={found} />
    </p>
  );
}

function Option({
  option,
  wording,
  checked,
  onChoose,
}: {
  option: CaseOption;
  wording: OptionText;
  checked: boolean;
  onChoose: () => void;
}) {
  const { available, fiat } = option;
  const money = (value: NonNullable<CaseOption["amount"]>) => (fiat ? amountText(value, scaleOf(fiat)) : "");
  return (
    <label>
      <input checked={checked} className="check mt-0.5" name="option" onChange={onChoose} type="radio" />
      <b className="font-medium">{wording.title}</b>
      <span className="figure text-end font-medium">{wording.result}</span>
      <small className="col-span-2 col-start-2 text-12 text-pretty text-ink-2">{wording.lines.join(" ")}</small>
      {wording.until ? (
        <small
          className="col-span-2 col-start-2 text-12 font-medium text-wait-text"
          data-quiet={option.code === "WAIT" || undefined}
          suppressHydrationWarning
        >
          {wording.until}
        </small>
      ) : null}
      {checked && available && fiat ? (
        <span className="follows">
          <span className="text-ink-2">{words.available(fiat)}</span>
          <span className="figure font-medium">{words.change(money(available.before), money(available.after))}</span>
        </span>
      ) : null}
    </label>
  );
}

/** The button of the chosen option, and the dialog that it opens where the verb asks for a reason or moves money. */
function Act({ found, option }: { found: CaseDetail; option: CaseOption }) {
  const [open, setOpen] = useState(false);
  const may = useMayDo(option);
  const wording = optionText(option, useMoment());
  if (option.code === "MEND") return <Mend found={found} />;
  if (!may) return null;
  if (option.code === "REWRITE") return <Rewrite found={found} label={wording.button} />;
  return (
    <>
      {option.code === "WAIT" ? (
        <Wait found={found} label={wording.button} until={option.until ?? 0} />
      ) : (
        <Button
          className="w-full"
          look={option.code === "DECLINE" ? "stop" : "primary"}
          onClick={() => setOpen(true)}
          size="large"
        >
          <span className="truncate">{wording.button}</span>
        </Button>
      )}
      {open ? <OpenDialog found={found} onClose={() => setOpen(false)} option={option} wording={wording} /> : null}
    </>
  );
}

function useMayDo({ code, decides }: CaseOption): boolean {
  const ofHouse = useOf() === "house";
  const holds = useMay(decides === "ACCOUNT" ? "holds:write" : "house:holds");
  const converts = useMay("conversions:write");
  const refunds = useMay("payouts:request");
  const notes = useMay(ofHouse ? "house:cases" : "notes:write");
  if (code === "RELEASE" || code === "DECLINE") return holds;
  if (code === "CONVERT") return converts;
  if (code === "REWRITE") return true;
  return code === "REFUND" ? refunds : notes;
}

type Opened = { found: CaseDetail; option: CaseOption; wording: OptionText; onClose: () => void };

function OpenDialog({ found, option, wording, onClose }: Opened) {
  const { code, txId, asset, quantity } = option;
  if (code === "ACCEPT") return <CloseDialog found={found} onClose={onClose} />;
  if (code === "CONVERT") return found.paymentId ? <Convert onClose={onClose} paymentId={found.paymentId} /> : null;
  if (code === "REFUND" && found.paymentId && txId)
    return <MakeRefundLink again={false} onClose={onClose} paymentId={found.paymentId} txId={txId} />;
  if (txId === undefined || asset === undefined || !isCrypto(asset) || quantity === undefined) return null;
  return (
    <HoldDialog
      command={code === "RELEASE" ? "release" : "decline"}
      deposit={{ txId, cryptoType: asset, quantity }}
      follows={followsText(wording)}
      onClose={onClose}
      own={option.decides === "ACCOUNT"}
    />
  );
}

/** The conversion of the whole bill, by the dialog of its own page. */
function Convert({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const go = useGo();
  const { data: record } = usePayment(paymentId, undefined);
  if (!record) return null;
  return (
    <Suspense>
      <CreateDialog
        bills={[record]}
        onClose={onClose}
        onCreated={(invoiceId) => go(`/conversions?invoice=${invoiceId}`)}
      />
    </Suspense>
  );
}

function Wait({ found, until, label }: { found: CaseDetail; until: number; label: string }) {
  const moment = useMoment();
  const { toast } = useStatus();
  const command = useCaseCommand(found.caseId);
  const wait = () =>
    command.mutate(
      { command: "mute", until },
      {
        onSuccess: () => toast(words.WAIT.done(moment(until)), () => command.mutate({ command: "mute", forMs: 0 })),
      },
    );
  return (
    <>
      {command.error ? <ErrorNote error={command.error} title={exceptionsText.actions.failed} /> : null}
      <Button busy={command.isPending} className="w-full" look="primary" onClick={wait} size="large">
        {label}
      </Button>
    </>
  );
}

/** Has a file written again, which takes the permission to read its list. */
function Rewrite({ found, label }: { found: CaseDetail; label: string }) {
  const { toast } = useStatus();
  const again = useWriteAgain();
  const renew = useRenewCases();
  const write = () =>
    again.mutate(subjectOf(found), {
      onSuccess: () => toast(words.REWRITE.done),
      onSettled: renew,
    });
  return (
    <>
      {again.error ? <ErrorNote error={again.error} title={exceptionsText.actions.failed} /> : null}
      <Button busy={again.isPending} className="w-full" look="primary" onClick={write} size="large">
        {label}
      </Button>
    </>
  );
}

function Mend({ found }: { found: CaseDetail }) {
  const ofHouse = useOf() === "house";
  const place = mendedAt(found, ofHouse);
  const mayState = useMay("house:moves") && ofHouse;
  const mayResolve = mayState && resolutionsOf(found).length > 0;
  return (
    <>
      {mayResolve ? <Resolve found={found} /> : null}
      {mayState && found.kind === "UNKNOWN_OUTCOME" ? (
        <Suspense fallback={<Waiting lines={1} />}>
          <NeverPlaced found={found} />
        </Suspense>
      ) : null}
      {place ? <GoThere place={place} quiet={mayResolve} /> : null}
    </>
  );
}

/** Says what became of the case's money, in a dialog. */
function Resolve({ found }: { found: CaseDetail }) {
  const [open, setOpen] = useState(false);
  const renew = useRenewCases();
  const close = () => {
    setOpen(false);
    renew();
  };
  return (
    <>
      <Button className="w-full" look="primary" onClick={() => setOpen(true)} size="large">
        {treasuryText.resolve.open}
      </Button>
      {open ? (
        <ResolveDialog
          asset={found.asset}
          gas={found.causeFacts.gas}
          kinds={resolutionsOf(found)}
          ofBill={found.kind === "UNKNOWN_BILL"}
          onClose={close}
          quantity={found.quantity}
          subjectId={subjectOf(found)}
        />
      ) : null}
    </>
  );
}

const GO = "inline-flex h-10 w-full items-center justify-center rounded-2 px-4 font-medium";

function GoThere({ place, quiet }: { place: { href: string; label: string }; quiet: boolean }) {
  return (
    <Link
      className={quiet ? `${GO} text-ink-2 hover:text-ink-1` : `${GO} bg-fill text-on-fill hover:bg-fill-hover`}
      href={place.href}
      prefetch={false}
    >
      {place.label}
    </Link>
  );
}
