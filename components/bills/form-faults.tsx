"use client";

import { billsText } from "#lib/i18n/bills.ts";
import type { DeskForm } from "#components/ui/form.tsx";
import { EMPTY_DRAFT, type BillDraft } from "./draft.ts";

const ORDER = Object.keys(EMPTY_DRAFT) as (keyof BillDraft)[];

/** Everything that keeps the form from being sent, each with a link to its field. */
export function FormFaults({ form }: { form: DeskForm<BillDraft> }) {
  const faults = ORDER.flatMap((name) => {
    const message = form.errorOf(name);
    return message ? [{ name, message }] : [];
  });
  if (!form.tried || faults.length === 0) return null;
  return (
    <div className="rounded-2 border border-fail-edge bg-fail-wash px-3 py-2 text-fail-text" role="alert">
      {billsText.faults.summary}
      <ul className="list-disc ps-5">
        {faults.map(({ name, message }) => (
          <li className="leading-6" key={name}>
            <a
              className="inline-block underline underline-offset-3"
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault();
                form.setFocus(name);
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
