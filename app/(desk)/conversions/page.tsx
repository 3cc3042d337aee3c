import type { Metadata } from "next";
import { ConversionsPage } from "#components/conversions/conversions-page.tsx";
import { text } from "#components/i18n/text.ts";

export const generateMetadata = (): Metadata => ({ title: text.conversions.title });

export default function Page() {
  return <ConversionsPage />;
}
