import { lettersText } from "#lib/i18n/letters.ts";
import type { Wording } from "#lib/mail/queue-mail.ts";
import { deriveAddresses } from "./derive.ts";
import type { WalletFacts } from "./wallet-store.ts";

/** To everybody of the house: what receives money from now on. */
export const letterOf =
  ({ kind, xpub, fingerprint, account }: WalletFacts): Wording =>
  () => {
    const { wallet } = lettersText;
    const [first] = deriveAddresses(kind, xpub, 0, 1);
    return {
      subject: wallet.subject(kind),
      text: [
        wallet.text(kind),
        "",
        `  ${wallet.fingerprint(fingerprint)}`,
        ...(first ? [`  ${wallet.first(first.address)}`] : []),
        ...(account === undefined ? [] : [`  ${wallet.account(account)}`]),
        "",
        wallet.end,
      ].join("\n"),
      path: "/settings?tab=wallets&of=house",
    };
  };
