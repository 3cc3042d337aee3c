import { lettersText } from "#lib/i18n/letters.ts";
import type { Wording } from "#lib/mail/queue-mail.ts";
import { oneLine } from "#lib/mail/say.ts";
import type { TermsRow } from "./store.ts";

/** Tells of terms that pay another place than those before, or the first one. */
export const elsewhere =
  ({ account, currency, beneficiary, place }: TermsRow, before: string | undefined): Wording =>
  () => {
    const { settled, beneficiary: listed } = lettersText;
    return {
      subject: settled.subject(account),
      text: [
        settled.text(account, currency),
        "",
        `  ${listed.name(oneLine(beneficiary))}`,
        `  ${listed.place(place)}`,
        ...(before === undefined ? [] : [`  ${settled.before(before)}`]),
        "",
        settled.end,
      ].join("\n"),
      path: "/settlements",
    };
  };
