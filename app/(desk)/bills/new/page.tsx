import type { Metadata } from "next";
import { NewBillPage } from "#components/bills/new-bill-page.tsx";
import { text } from "#lib/i18n/text.ts";
import { mode } from "../../../mode.ts";

export const generateMetadata = (): Metadata => ({ title: text.nav.bills });

export default function Page() {
  return <NewBillPage mode={mode()} />;
}
