import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { Letter } from "#lib/mail/queue-mail.ts";

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
export function letterOf({ network, txHash, left, to, inBlock }: LetterFacts): Letter {
  const [first] = left;
  const what = left.map(({ asset, units, fee }) => {
    const cost = fee === 0n ? "" : `, and ${amountOf(asset, fee)} as the network's fee`;
    return `  ${amountOf(asset, units)} ${asset}${cost}`;
  });
  return {
    subject: `${first ? `${amountOf(first.asset, first.units)} ${first.asset}` : "money"} left ${network} without approval`,
    text: [
      `A transaction on ${network} uses up what is ours, and belongs to no approved payout or move. It is ${inBlock ? "in a block" : "waiting for a block"}.`,
      "",
      ...what,
      ...to.slice(0, MOST_NAMED).map((address) => `  to ${address}`),
      `  transaction ${txHash}`,
      "",
      "If nobody of the house sent it, a key is in somebody else's hands: move what is left to a new one. The case says more:",
    ].join("\n"),
    path: "/exceptions?kind=UNKNOWN_SPEND",
  };
}
