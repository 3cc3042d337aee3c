import type { Metadata } from "next";
import { ResetFactor } from "#components/auth/reset-factor.tsx";
import { authText } from "#lib/i18n/auth.ts";

export const generateMetadata = (): Metadata => ({ title: authText.factor.title });

export default function Page() {
  return <ResetFactor />;
}
