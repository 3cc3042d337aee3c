import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { Wording } from "#lib/mail/queue-mail.ts";
import { amountIn } from "#lib/mail/say.ts";
import { lettersText } from "#lib/i18n/letters.ts";

export type LetterFacts = {
  network: Network;
  txHash: string;
  left: readonly { asset: CryptoAsset; units: bigint; fee: bigint }[];
  to: readonly string[];
  inBlock: boolean;
};

/** Destinations named in a letter; the case has them all. */
const MOST_NAMED = 5;

/** To everybody of the house: money leaves that nobody approved. */
export function letterOf({ network, txHash, left, to, inBlock }: LetterFacts): Wording {
  const words = lettersText.left;
  return () => {
    const [first] = left.map(({ asset, units }) => amountIn(amountOf(asset, units), asset));
    return {
      subject: words.subject(first ?? words.money, network),
      text: [
        inBlock ? words.inBlock(network) : words.pending(network),
        "",
        ...left.map((one) => `  ${partText(one)}`),
        ...to.slice(0, MOST_NAMED).map((address) => `  ${words.to(address)}`),
        `  ${words.transaction(txHash)}`,
        "",
        words.end,
      ].join("\n"),
      path: "/exceptions?kind=UNKNOWN_SPEND",
    };
  };
}

function partText({ asset, units, fee }: LetterFacts["left"][number]): string {
  const amount = amountIn(amountOf(asset, units), asset);
  return fee === 0n ? amount : lettersText.left.withFee(amount, amountIn(amountOf(asset, fee), asset));
}
