"use client";

import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import type { GlyphName } from "#components/ui/icons.tsx";
import type { Tone } from "#components/ui/state.tsx";
import { type Step, Steps } from "#components/ui/steps.tsx";
import { Time } from "#components/ui/time.tsx";
import { rolesFor, useMayDecide } from "./may-decide.ts";
import { actorText } from "#lib/i18n/actor-text.ts";

const words = approvalsText.way;

/** Who has asked for it, who agreed, who may agree next and until when. */
export function ApprovalWay({ approval }: { approval: ApprovalRecord }) {
  const may = useMayDecide()(approval) && !approval.yours;
  return (
    <section>
      <h3 className="mb-2 text-12 font-semibold">{words.title}</h3>
      <Steps label={words.title} steps={stepsOf(approval, may)} />
    </section>
  );
}

/** What is past by name and moment; what waits by the roles that may do it. */
export function stepsOf(approval: ApprovalRecord, may: boolean): Step[] {
  const { askedBy, askedAt, needs, firstBy, firstAt, status } = approval;
  const two = needs > 1;
  const waits = status === "PENDING";
  const requested = past(words.requested, askedBy, askedAt);
  const first = firstBy === undefined ? undefined : past(words.first, firstBy, firstAt);
  const end = waits ? awaited(approval, may, two ? words.last : words.second) : decided(approval);
  if (!two) return [requested, end];
  if (first) return [requested, first, end];
  // The second has nobody to wait for before the first.
  return waits
    ? [
        requested,
        awaited(approval, may, words.first, words.twice),
        { tone: "none", glyph: "pending", title: words.last },
      ]
    : [requested, end];
}

const past = (title: string, who: string, at: number | undefined): Step => ({
  tone: "done",
  glyph: "done",
  title,
  note: actorText(who),
  end: at === undefined ? undefined : <Time at={at} />,
});

function awaited(approval: ApprovalRecord, may: boolean, title: string, why?: string): Step {
  const end = (
    <>
      {approvalsText.until} <Time at={approval.expiresAt} />
    </>
  );
  const note = [deciders(approval, may), ...(why === undefined ? [] : [why])].join("\n");
  return { tone: "wait", glyph: "pending", title, note, current: true, end };
}

const ENDS: Record<Exclude<ApprovalRecord["status"], "PENDING">, { tone: Tone; glyph: GlyphName }> = {
  APPROVED: { tone: "done", glyph: "done" },
  DECLINED: { tone: "fail", glyph: "cancel" },
  WITHDRAWN: { tone: "none", glyph: "cancel" },
  EXPIRED: { tone: "none", glyph: "expired" },
};

function decided({ status, decidedBy, decidedAt, expiresAt }: ApprovalRecord): Step {
  return {
    ...ENDS[status as keyof typeof ENDS],
    title: approvalsText.states[status],
    note: decidedBy && actorText(decidedBy),
    end: <Time at={decidedAt ?? expiresAt} />,
  };
}

/** "You, or another Treasurer or Administrator of acme". */
function deciders(approval: ApprovalRecord, may: boolean): string {
  const { decides, account = "", askedBy, firstBy } = approval;
  const roles = listed(rolesFor(approval).map(roleName), words.or);
  const whose = decides === "house" ? words.ofHouse(roles) : words.ofAccount(roles, account);
  if (may) return words.you(whose);
  return words.others(whose, listed([askedBy, ...(firstBy === undefined ? [] : [firstBy])].map(actorText), words.and));
}

function listed(names: readonly string[], join: (few: string, last: string) => string): string {
  const few = names.slice(0, -1).join(", ");
  const last = names.at(-1) ?? "";
  return few === "" ? last : join(few, last);
}
