import type { Strategy } from "#lib/pricing/price.ts";
import { billsText } from "#lib/i18n/bills.ts";

const words = billsText.finalOutcome;

/** What happens to money in time, late, too little and too much, in words of the strategy. */
export function FinalOutcome({
  strategy,
  keepsSurplus,
}: {
  strategy: Strategy;
  /** The account keeps a surplus under RFQ instead of selling it. */
  keepsSurplus: boolean;
}) {
  const texts = words[strategy];
  const over = strategy === "RFQ" && keepsSurplus ? words.RFQ.overRetained : texts.over;
  const lines = [
    [words.inTime, texts.inTime],
    [words.late, texts.late],
    [words.under, texts.under],
    [words.over, over],
  ] as const;
  return (
    <div className="grid gap-1.5">
      <h2 className="text-12 font-semibold">{words.title}</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-12">
        {lines.map(([name, line]) => (
          <div className="contents" key={name}>
            <dt className="text-ink-3">{name}</dt>
            <dd className="text-pretty text-ink-2">{line}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
