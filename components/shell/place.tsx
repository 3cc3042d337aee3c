"use client";

import { redirect, usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { text } from "#lib/i18n/text.ts";
import { useAccount, useStaff } from "#components/staff.tsx";
import { isAt, NAV } from "#components/nav/nav-entries.ts";
import { useNav } from "#components/nav/use-nav.ts";

/** Where the work of a person of the house begins who is in no account. */
const HOUSE_HOME = "/settings?tab=house";

/** The page, for who has what it belongs to; otherwise why it is not shown. The API decides again on every request. */
export function Place({ children }: { children: ReactNode }) {
  const here = usePathname();
  const account = useAccount();
  const { house } = useStaff();
  const offered = useNav();
  const page = NAV.find((entry) => isAt(here, entry));
  if (page === undefined || offered.includes(page)) return children;
  if (account) return <Absent text={text.error.notYoursText} title={text.error.notYoursTitle} />;
  if (!house) return <Absent text={text.error.noAccountText} title={text.error.noAccountTitle} />;
  if (page.href === "/") redirect(HOUSE_HOME);
  if (page.house) return <Absent text={text.error.notYoursText} title={text.error.notYoursTitle} />;
  return <Absent text={text.error.ofAccountText} title={text.error.ofAccountTitle} />;
}

function Absent({ title, text: why }: { title: string; text: string }) {
  return (
    <div className="grid gap-2 px-gutter py-16 text-center">
      <h1 className="text-15 font-semibold">{title}</h1>
      <p className="text-ink-2">{why}</p>
    </div>
  );
}
