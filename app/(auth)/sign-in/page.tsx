import type { Metadata } from "next";
import { theApp } from "#lib/kernel/app.ts";
import { DEMO_USER } from "#lib/people/demo-user.ts";
import { SignInForm } from "#components/auth/sign-in-form.tsx";
import { text } from "#lib/i18n/text.ts";
import { mode } from "../../mode.ts";

export const generateMetadata = (): Metadata => ({ title: text.auth.title });

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, ended, error } = await searchParams;
  const { oidc } = (await theApp()).env;
  return (
    <div className="rounded-3 border border-edge bg-raised p-5 card:p-7">
      <h1 className="text-20 font-medium">{text.auth.title}</h1>
      <p className="mb-5 text-ink-2">{text.auth.lead}</p>
      <SignInForm
        callbackUrl={typeof callbackUrl === "string" ? callbackUrl : undefined}
        ended={ended !== undefined}
        failed={error !== undefined}
        sso={oidc && { name: oidc.name, only: oidc.only }}
        demo={mode() === "sandbox" ? DEMO_USER : undefined}
      />
    </div>
  );
}
