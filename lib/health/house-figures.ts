import { LEDGER_ASSETS } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { readHouseFigures } from "./store.ts";

/** One figure of a metric, and what it is of. */
export type LabeledFigure = { labels: Readonly<Record<string, string>>; value: string };

/** What an operator is alarmed by, of the whole house: nothing of any one account. */
export type HouseFigures = {
  /** Missing, unassigned and in transit, in the asset's own units. */
  balances: readonly LabeledFigure[];
  payouts: readonly LabeledFigure[];
  moves: readonly LabeledFigure[];
  approvals: readonly LabeledFigure[];
  /** Orders that venues have not answered for good. */
  orders: readonly LabeledFigure[];
  /** Signed transactions that a node refuses. */
  refused: readonly LabeledFigure[];
  webhooks: { count: string; oldestSeconds: string };
  /** Age of the oldest event that has not become deliveries. */
  eventsSeconds: string;
  /** Letters that should have left by now. */
  mail: { count: string; oldestSeconds: string };
};

const WAITING = {
  PAYOUTS: ["REQUESTED", "APPROVED", "PREPARED", "SIGNED", "BROADCAST"],
  MOVES: ["REQUESTED", "APPROVED", "SENT"],
  APPROVALS: ["account", "house"],
} as const;

/** What waits and what nobody knows of, of all accounts together. A state that nothing is in says 0, so that a rule can compare. */
export async function houseFigures(ctx: Ctx): Promise<HouseFigures> {
  const rows = await readHouseFigures(ctx.db);
  const of = (figure: string) => rows.filter((row) => row.figure === figure);
  const figureOf = (figure: string, label: string) => of(figure).find((row) => row.label === label)?.value ?? "0";
  const counted = (figure: keyof typeof WAITING, name: string) =>
    WAITING[figure].map((label) => ({ labels: { [name]: label }, value: figureOf(figure, label) }));
  const found = (figure: string, name: string) =>
    of(figure).map(({ label, value }) => ({ labels: { [name]: label }, value }));
  return {
    balances: of("BALANCE").map(({ label, asset, value }) => {
      const held = wordFrom(LEDGER_ASSETS, asset ?? "");
      return { labels: { account: label, asset: held }, value: amountOf(held, unitsFrom(value)).toString() };
    }),
    payouts: counted("PAYOUTS", "status"),
    moves: counted("MOVES", "status"),
    approvals: counted("APPROVALS", "decides"),
    orders: found("ORDERS", "venue"),
    refused: found("REFUSED", "network"),
    webhooks: { count: figureOf("WEBHOOKS", "count"), oldestSeconds: figureOf("WEBHOOKS", "seconds") },
    eventsSeconds: figureOf("EVENTS", "seconds"),
    mail: { count: figureOf("MAIL", "count"), oldestSeconds: figureOf("MAIL", "seconds") },
  };
}
