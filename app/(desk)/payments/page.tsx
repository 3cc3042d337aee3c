import type { Metadata } from "next";
import { PaymentsPage } from "#components/payments/payments-page.tsx";
import { paymentsText } from "#lib/i18n/payments.ts";

export const generateMetadata = (): Metadata => ({ title: paymentsText.title });

export default function Page() {
  return <PaymentsPage />;
}
