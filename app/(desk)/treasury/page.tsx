import type { Metadata } from "next";
import { TreasuryPage } from "#components/treasury/treasury-page.tsx";
import { treasuryText } from "#lib/i18n/treasury.ts";

export const generateMetadata = (): Metadata => ({ title: treasuryText.title });

export default function Page() {
  return <TreasuryPage />;
}
