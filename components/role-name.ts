import { text } from "#components/i18n/text.ts";

/** A role as its reader calls it. */
export const roleName = (role: string): string => (text.roles as Readonly<Record<string, string>>)[role] ?? role;
