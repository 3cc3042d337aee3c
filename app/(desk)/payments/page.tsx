import type { Metadata } from "next";
import { PaymentsPage } from "#components/payments/payments-page.tsx";
import { text } from "#components/i18n/text.ts";

export const generateMetadata = (): Metadata => ({ title: text.payments.title });

export default function Page() {
  return <PaymentsPage />;
}
