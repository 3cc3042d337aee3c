import type { Metadata } from "next";
import { CustomersPage } from "#components/customers/customers-page.tsx";
import { text } from "#lib/i18n/text.ts";

export const generateMetadata = (): Metadata => ({ title: text.nav.customers });

export default function Page() {
  return <CustomersPage />;
}
