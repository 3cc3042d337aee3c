"use client";

import { useUrl } from "#components/url.ts";
import { BillMaker } from "./bill-maker.tsx";
import { MadeBill } from "./made-bill.tsx";

export type Mode = "sandbox" | "live";

/** The form, or the bill it has made. Both are the URL: Back returns to the draft, a reload keeps what is shown. */
export function NewBillPage({ mode }: { mode: Mode }) {
  const { params, change } = useUrl();
  const made = params.get("made");
  if (made !== null) return <MadeBill mode={mode} onAgain={() => change({ made: undefined })} paymentId={made} />;
  return <BillMaker mode={mode} onMade={(paymentId) => change({ made: paymentId })} />;
}
