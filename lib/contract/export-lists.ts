import type { Permission } from "./permissions.ts";

/** Lists that can be had as a file. */
export const EXPORT_LISTS = ["payments", "conversions", "statement", "audit", "cases"] as const;
export type ExportList = (typeof EXPORT_LISTS)[number];

/** What a caller needs for a file of each: what the list itself asks for. */
export const NEEDED_FOR_LIST: Readonly<Record<ExportList, Permission>> = {
  payments: "payments:read",
  conversions: "conversions:read",
  statement: "account:read",
  audit: "audit:read",
  cases: "cases:read",
};
