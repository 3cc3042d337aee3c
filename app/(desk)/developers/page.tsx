import type { Metadata } from "next";
import { DevelopersPage } from "#components/developers/developers-page.tsx";
import { text } from "#lib/i18n/text.ts";
import { mode } from "../../mode.ts";

export const generateMetadata = (): Metadata => ({ title: text.nav.developers });

export default function Page() {
  return <DevelopersPage mode={mode()} />;
}
