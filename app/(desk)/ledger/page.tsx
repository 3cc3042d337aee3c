import type { Metadata } from "next";
import { LedgerPage } from "#components/ledger/ledger-page.tsx";
import { text } from "#lib/i18n/text.ts";

export const generateMetadata = (): Metadata => ({ title: text.nav.ledger });

export default function Page() {
  return <LedgerPage />;
}
