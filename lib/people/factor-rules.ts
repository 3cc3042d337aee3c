/** How long a proof counts where the account has set nothing. */
export const STEP_UP_MS = 900_000;

/** A session that is not used ends after this (rulebook 3.28; wall clock): in live half an hour, in a sandbox with its lifetime alone, where the house has set nothing (`idleMs`). */
export const IDLE_MS: Readonly<Record<"sandbox" | "live", number>> = { sandbox: 12 * 3_600_000, live: 1_800_000 };

/**
 * What an account's settings say of second factors; a value taken back is stored as an empty text. In live everybody needs
 * one unless it says otherwise.
 */
export function factorRules(
  mode: "sandbox" | "live",
  settings: Readonly<Record<string, string | null>>,
): { required: boolean; stepUpMs: number } {
  const rule = settings["secondFactor"] || (mode === "live" ? "REQUIRED" : "OPTIONAL");
  return { required: rule === "REQUIRED", stepUpMs: Number(settings["stepUpMs"] || STEP_UP_MS) };
}
