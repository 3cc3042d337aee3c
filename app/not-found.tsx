import { cookies } from "next/headers";
import { currentArrival } from "#lib/kernel/arrival.ts";
import { mustEnrol } from "#lib/people/require-proof.ts";
import { currentStaff } from "#lib/people/session.ts";
import { text } from "#lib/i18n/text.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { DeskFrame } from "./desk-frame.tsx";
import { mode } from "./mode.ts";

/** The documentation and the payers' pages are nobody's desk, signed in or not. */
const OUTSIDE = /^\/(?:docs|pay)(?:[/?]|$)/;

/** A page that is not there: within the desk for who is signed in, by itself for everybody else. */
export default async function NotFound() {
  const staff = OUTSIDE.test(currentArrival()?.target ?? "/") ? null : await currentStaff((await cookies()).toString());
  if (staff && !mustEnrol(mode(), staff)) return <DeskFrame staff={staff} />;
  return (
    <main className="mx-auto grid max-w-120 justify-items-start gap-3 px-4 py-16">
      <h1 className="text-15 font-semibold">{text.error.notFoundTitle}</h1>
      <p className="text-pretty text-ink-2">{text.error.notFoundText}</p>
      <ButtonLink href="/payments">{text.error.toPayments}</ButtonLink>
    </main>
  );
}
