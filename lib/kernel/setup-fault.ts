/** Something wrong with the set-up that a person can mend: its message is the one line the launcher prints before exit 1. */
export class SetupFault extends Error {
  override readonly name = "SetupFault";
}

/** The message of anything thrown, without its stack. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** The `code` of a Node or PostgreSQL error. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}
