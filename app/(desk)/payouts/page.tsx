import type { Metadata } from "next";
import { PayoutsPage } from "#components/payouts/payouts-page.tsx";
import { text } from "#lib/i18n/text.ts";

export const generateMetadata = (): Metadata => ({ title: text.nav.payouts });

export default function Page() {
  return <PayoutsPage />;
}
