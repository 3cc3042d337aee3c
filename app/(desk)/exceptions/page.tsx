import type { Metadata } from "next";
import { ExceptionsPage } from "#components/exceptions/exceptions-page.tsx";
import { text } from "#lib/i18n/text.ts";

export const generateMetadata = (): Metadata => ({ title: text.nav.exceptions });

export default function Page() {
  return <ExceptionsPage />;
}
