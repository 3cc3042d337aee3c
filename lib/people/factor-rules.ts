/** How long a proof counts where the account has set nothing. */
export const STEP_UP_MS = 900_000;

/** What an account's settings say of second factors; a value taken back is stored as an empty text. */
export function factorRules(settings: Readonly<Record<string, string | null>>): {
  required: boolean;
  stepUpMs: number;
} {
  return {
    required: settings["secondFactor"] === "REQUIRED",
    stepUpMs: Number(settings["stepUpMs"] || STEP_UP_MS),
  };
}
