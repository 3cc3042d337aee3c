import { text } from "./text.ts";

/** A role as its reader calls it. */
export const roleName = (role: string): string => (text.roles as Readonly<Record<string, string>>)[role] ?? role;
