import Link from "next/link";
import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { customerHref } from "./customer-href.ts";

/** A customer's name, which leads to their page. */
export function CustomerLink({
  name,
  className,
  children = name,
}: {
  name: string | undefined;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <Link
      className={cx("inline-flex min-h-6 max-w-full items-center rounded-1 hover:underline", className)}
      href={customerHref(name)}
      prefetch={false}
    >
      <bdi className="min-w-0 truncate">{children}</bdi>
    </Link>
  );
}
