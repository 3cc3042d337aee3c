"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { openLinkCall } from "#lib/people/link-calls.ts";
import type { OpenedLink } from "#lib/people/link-contract.ts";
import { publicApi } from "#components/api.ts";
import { authText } from "#lib/i18n/auth.ts";
import { text } from "#lib/i18n/text.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { useLinkToken } from "./link-token.ts";

const words = authText;

/** A page before the desk: heading, one sentence, and what there is to do. */
export function AuthCard({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <div className="rounded-3 border border-edge bg-raised p-5 card:p-7">
      <h1 className="text-20 font-medium">{title}</h1>
      <p className="mb-5 text-ink-2 text-pretty">{lead}</p>
      {children}
    </div>
  );
}

/** What a one-time link opens, or that it opens nothing. */
export function LinkPage({
  page,
  kind,
  children,
}: {
  page: string;
  kind: OpenedLink["kind"];
  children: (link: OpenedLink, token: string) => ReactNode;
}) {
  const token = useLinkToken(page);
  const link = useQuery({
    queryKey: ["one-time link", token],
    queryFn: () => publicApi.mutate(openLinkCall, { token: token ?? "" }),
    enabled: token !== undefined && token !== "",
    retry: (count, error) => count < 2 && isApiFault(error) && error.status === 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === "" || (link.data && link.data.kind !== kind)) return <Dead />;
  if (link.error) return isUnreachable(link.error) ? <Unreachable /> : <Dead />;
  if (!link.data || token === undefined) return <p className="text-ink-2">{words.opening}</p>;
  return <Fragment key={token}>{children(link.data, token)}</Fragment>;
}

/** The way to the sign-in page. */
export function ToSignIn({ children }: { children: ReactNode }) {
  return (
    <ButtonLink className="w-full" href="/sign-in" look="primary" size="large">
      {children}
    </ButtonLink>
  );
}

const isUnreachable = (error: unknown): boolean => !isApiFault(error) || error.status === 0 || error.status >= 500;

function Unreachable() {
  return <AuthCard lead={text.auth.unreachable} title={text.error.title} />;
}

function Dead() {
  return (
    <AuthCard lead={words.dead.lead} title={words.dead.title}>
      <ToSignIn>{words.dead.toSignIn}</ToSignIn>
    </AuthCard>
  );
}
