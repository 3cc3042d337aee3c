import type { Page } from "playwright/test";
import { decimalsOf, type Hand, handOf, literal, symbolOf, trimmed } from "./amounts.ts";
import { add, addText, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";
import type { Looks } from "./money-out-pages.ts";
import { readMeans } from "./treasury.ts";
import { LINES, lineText, NOBODYS, readMoves } from "./treasury-lists.ts";
import { proposedOf, stockOf, unitsOf } from "./treasury-now.ts";

/** As a field has it: its own decimals, nothing parted. */
const typed = (units: bigint, asset: string): string => trimmed(literal(units, decimalsOf(asset)));

const spoken = (units: bigint, asset: string): string => handOf("en").sum(units, asset).replaceAll("'", "\u00a0");

/** A dialog is headed by its title, which names nothing where it holds a figure. */
function titled(title: string): { sheet: Sheet; over: string } {
  const sheet: Sheet = new Map();
  addText(sheet, " | heading", title);
  return { sheet, over: /\d/.test(title) ? "" : title };
}

function fields(title: string, values: Readonly<Record<string, string>>): Sheet {
  const { sheet, over } = titled(title);
  for (const [name, value] of Object.entries(values)) add(sheet, `${over} | field ${name}`, value);
  return sheet;
}

/** A dialog that says by its summary what it is about. */
function about(title: string, amount: string, text = ""): Sheet {
  const { sheet, over } = titled(title);
  add(sheet, `${over} | `, amount);
  addText(sheet, `${over} | `, text);
  return sheet;
}

/** The forms that name an amount: of what a move is, what becomes of money of nobody, and what a venue should have. */
export async function lookAtDialogs({ look, wrong }: Looks, page: Page, hands: Hands): Promise<void> {
  const dialog = page.getByRole("dialog");
  const button = (table: string, row: string, name: string) =>
    page
      .getByRole("table", { name: table })
      .getByRole("row")
      .filter({ hasText: row })
      .getByRole("button", { name, exact: true });
  const look1 = (table: string, row: string, name: string, wanted: Parameters<Looks["look"]>[1]) =>
    look("/treasury", wanted, dialog, button(table, row, name));
  const moves = await readMoves(hands);
  const [waiting] = moves.filter(({ kind, facts }) => kind === "TO_BANK" && facts.length === 0);
  if (!waiting) throw new Error("every move has left");
  const { reference, units, asset } = waiting;
  await look1("Moves", reference, "Cancel…", async () => titled(`Cancel move ${reference}`).sheet);
  await look1("Moves", reference, "Link…", async () =>
    fields(`Link move ${reference}`, { Quantity: typed(units, asset) }),
  );
  await look1("Venue inventory", "sandbox BTC", "Floor…", async (read) => {
    const { wanted } = (await stockOf(read)).find(({ symbol }) => symbol === "BTC") ?? {};
    return fields("Floor and target of BTC at sandbox", {
      Floor: trimmed(wanted?.floor ?? ""),
      Target: trimmed(wanted?.target ?? ""),
    });
  });
  await look1("Venue inventory", "sandbox BTC", "Move funds…", async (read) => {
    const stock = (await stockOf(read)).find(({ symbol }) => symbol === "BTC");
    const { sums } = await readMeans(hands, undefined, read.now);
    const units = stock ? proposedOf(stock, sums) : 0n;
    const sheet = fields("Request a move", { Quantity: stock ? typed(units, "BTC") : "" });
    if (units > 0n) add(sheet, "Request a move | button Request move of#BTC", read.hand.bareSum(units, "BTC"));
    return sheet;
  });
  const [transfer] = await hands.rows(NOBODYS);
  const received = (hand: Hand) =>
    hand.sum(unitsOf(transfer?.["quantity"], transfer?.["asset"]), symbolOf(transfer?.["asset"]));
  const fromVenue = transfer?.["venue_ref"];
  await look1("Unassigned venue transfers", fromVenue, "Link…", async ({ hand }) =>
    about("Link a venue transfer", received(hand)),
  );
  await look1("Unassigned venue transfers", fromVenue, "Resolve…", async ({ hand }) =>
    about("Resolve", received(hand)),
  );
  const line = (await hands.rows(LINES)).find((one) => one["belongs_to"] === "NOBODY");
  const booked = (hand: Hand) => hand.sum(BigInt(line?.["cents"]), line?.["asset"]);
  const text = lineText(line ?? {});
  const fitting = moves.filter(({ kind, status }) => kind === "TO_BANK" && ["APPROVED", "SENT"].includes(status));
  await look1("Bank lines", text, "Link…", async ({ hand }) => about("Link a bank line", booked(hand), text));
  const options = await dialog.getByRole("option").allTextContents();
  const wanted = fitting.map(({ reference, units, asset }) => `${reference}, Venue to bank, ${spoken(units, asset)}`);
  if (options.join("\n") !== wanted.join("\n")) wrong["moves to choose from"] = [`shows ${options}, must be ${wanted}`];
  await look1("Bank lines", text, "Resolve…", async ({ hand }) => about("Resolve", booked(hand)));
}
