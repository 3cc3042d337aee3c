import { plural } from "./plural.ts";

/** The English words of the charts. */
export const en = {
  view: (title: string) => `View of ${title}`,
  chart: "Chart",
  table: "Table",
  day: "Day, UTC",
  dayOf: (zone: string) => `Day, ${zone}`,
  today: "Today",
  stepPoints: "Left and right arrows step through the points.",
  step: "Left and right arrows step through the days.",
  nothing: (day: string) => `${day}: none`,
  failed: "The charts could not be loaded",
  result: {
    title: "Conversion result",
    hint: "all currencies at current rates",
    chart: (fiat: string) => `Result of conversions on each of the last 30 days in ${fiat}.`,
    count: "Conversions",
    sold: (fiat: string) => `Credited, ${fiat}`,
    result: (fiat: string) => `Result, ${fiat}`,
    point: (day: string, count: number, result: string, fiat: string, sold: string) =>
      `${day}: ${result} ${fiat} from ${plural(count, "conversion", "conversions")} of ${sold} ${fiat}`,
    none: "No conversion was executed in the last 30 days.",
    days: (period: "today" | "7d" | "30d") =>
      `Venue proceeds − venue fees − fiat credited, ${{ today: "today (UTC)", "7d": "last 7 days (UTC)", "30d": "last 30 days (UTC)" }[period]}`,
    all: (fiat: string) => `Result, ${fiat}`,
    bps: "Result, bps of credited",
    spread: "Spread charged",
    slippage: "Slippage against the quote’s bid",
    fees: "Venue fees",
  },
  margin: {
    title: "From spread to result",
    table: "Steps as table",
    chart: "Steps as chart",
    step: "Step",
    value: (fiat: string) => `Amount, ${fiat}`,
    left: (fiat: string) => `Left after it, ${fiat}`,
    bps: "bps of credited",
  },
  slippage: {
    title: "Slippage",
    hint: "basis points below the quote’s bid; dot: median, line: up to p95",
    chart: "Slippage of conversions on each of the last 30 days in basis points.",
    median: "Slippage median, bps",
    high: "Slippage p95, bps",
    point: (day: string, median: string, high: string) => `${day}: median ${median} bps, p95 ${high} bps`,
    unit: "bps",
  },
  time: {
    title: "Time to fiat",
    hint: "dot: median, line: up to p95",
    chart: "Time to fiat on each of the last 30 days.",
    count: "Sales",
    median: "Median",
    high: "p95",
    point: (day: string, count: number, median: string, high: string) =>
      `${day}: median ${median}, p95 ${high}, ${plural(count, "sale", "sales")}`,
    instant: "under 1\u00a0s",
    none: "Nothing was sold automatically in the last 30 days.",
  },
};
