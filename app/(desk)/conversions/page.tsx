import type { Metadata } from "next";
import { ConversionsPage } from "#components/conversions/conversions-page.tsx";
import { conversionsText } from "#lib/i18n/conversions.ts";

export const generateMetadata = (): Metadata => ({ title: conversionsText.title });

export default function Page() {
  return <ConversionsPage />;
}
