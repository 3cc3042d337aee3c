import type { Metadata } from "next";
import { Forgot } from "#components/auth/forgot.tsx";
import { authText } from "#lib/i18n/auth.ts";

export const generateMetadata = (): Metadata => ({ title: authText.forgot.title });

export default function Page() {
  return <Forgot />;
}
