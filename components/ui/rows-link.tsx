import Link from "next/link";
import type { ReactNode } from "react";

/** A figure, or its name, as the way to the rows that it adds up. */
export const RowsLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link className="inline-flex min-h-6 items-center rounded-1 hover:underline" href={href} prefetch={false}>
    {children}
  </Link>
);
