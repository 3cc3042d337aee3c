import type { Metadata } from "next";
import { ExportsPage } from "#components/exports/exports-page.tsx";
import { text } from "#lib/i18n/text.ts";

export const generateMetadata = (): Metadata => ({ title: text.exports.title });

export default function Page() {
  return <ExportsPage />;
}
