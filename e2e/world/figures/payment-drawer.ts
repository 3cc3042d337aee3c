import { clock, countdown, exactSpan, type Hand, moment, moving, span, wordless } from "./amounts.ts";
import type { Bill, Deposit } from "./books.ts";
import { add, addText, type Figure, figuresOf, type Sheet } from "./figures.ts";
import { isOwn, judge, slowestOf, standing } from "./judge.ts";
import { priceOf, quantityOf } from "./promise.ts";

/** What a payment's drawer must show, from its rows and postings alone. */
export type Drawn = { bill: Bill; now: number; hand: Hand; depositLimit?: string };

export function paymentDrawer(drawn: Drawn): Sheet {
  const { bill, hand } = drawn;
  const sheet: Sheet = new Map();
  add(sheet, " | heading", hand.sum(bill.fiatUnits, bill.fiatSymbol));
  addText(sheet, ` | a ${wordless(bill.subaccount)}`, bill.subaccount);
  add(sheet, " | ", ...story(drawn));
  if (bill.free > 0n) add(sheet, ` | button Convert#${bill.crypto}…`, hand.bareSum(bill.free, bill.crypto));
  amounts(sheet, drawn);
  way(sheet, drawn);
  add(sheet, "Why | ", ...reasons(drawn));
  for (const deposit of bill.deposits) add(sheet, "Deposits | ", ...depositLines(deposit, drawn));
  facts(sheet, drawn);
  price(sheet, drawn);
  return sheet;
}

/** The sentences at the head: what is wrong, what is awaited, what was sold, what was kept, and what is too little or much. */
const story = (drawn: Drawn): Figure[] => [...awaited(drawn), ...settled(drawn)];

const ofBill =
  ({ bill, hand }: Drawn) =>
  (units: bigint) =>
    hand.bareSum(units, bill.crypto);

function awaited(drawn: Drawn): Figure[] {
  const { bill, now, hand } = drawn;
  const own = ofBill(drawn);
  const { status, amountStatus } = judge(bill, now);
  const left = moving(bill.expiresAt, now);
  const counted = standing(bill);
  const slowest = slowestOf(counted);
  return [
    ...["HELD", "DECLINED"].flatMap((hold) =>
      bill.deposits.filter((one) => one.status === hold).map((one) => hand.bareSum(one.units, one.asset)),
    ),
    ...(status === "PENDING" ? [own(bill.quantity), left] : []),
    ...(slowest ? [own(slowest.units), `${slowest.confirmations}`, `${slowest.needed}`] : []),
    ...counted.filter((one) => one.status === "PROCESSING").map((one) => own(one.units)),
    ...(amountStatus === "PARTIAL" ? [own(bill.quantity - bill.received), left] : []),
  ];
}

function settled(drawn: Drawn): Figure[] {
  const { bill, now, hand } = drawn;
  const own = ofBill(drawn);
  const { amountStatus } = judge(bill, now);
  const retained = bill.deposits.filter((one) => one.unconverted > 0n);
  const late = retained.filter((one) => one.firstSeen > bill.expiresAt && one.reasonCode === "BILL_EXPIRED");
  const isOneFree = retained.length === 1 && retained[0]?.unconverted === bill.free;
  return [
    ...(bill.converted > 0n ? [own(bill.converted), hand.sum(bill.fiat, bill.fiatSymbol)] : []),
    ...late.flatMap((one) => [own(one.units), span(one.firstSeen - bill.expiresAt)]),
    ...retained.filter((one) => !late.includes(one) && one.reasonCode).map((one) => own(one.unconverted)),
    ...(bill.free > 0n && !isOneFree ? [own(bill.free)] : []),
    ...(bill.locked > 0n ? [own(bill.locked)] : []),
    ...(amountStatus === "UNDERPAID" ? [own(bill.quantity - bill.received)] : []),
    ...(amountStatus === "OVERPAID" ? [own(bill.received - bill.quantity)] : []),
  ];
}

function amounts(sheet: Sheet, { bill, hand }: Drawn): void {
  const { crypto, fiatSymbol } = bill;
  add(sheet, `Amounts | Due, ${crypto}`, hand.money(bill.quantity, crypto));
  add(sheet, `Amounts | Received, ${crypto}`, hand.money(bill.received, crypto));
  add(
    sheet,
    `Amounts | Credited, ${fiatSymbol}`,
    hand.money(bill.fiat, fiatSymbol),
    hand.money(bill.fiatUnits, fiatSymbol),
  );
  if (bill.received === 0n) return;
  add(sheet, "Amounts | heading", hand.bareSum(bill.received, crypto));
  const parts: [string, bigint, always: boolean][] = [
    ["Converted", bill.converted, true],
    ["Kept, available to convert", bill.free, true],
    ["Kept, locked in a conversion", bill.locked, false],
    ["Pending", bill.pending, true],
    ["Fees", bill.fee, true],
    ["Paid out", bill.paidOut, true],
  ];
  for (const [name, units, always] of parts)
    if (always || units > 0n) add(sheet, `Amounts | ${name}`, hand.money(units, crypto));
  const drawn = parts.filter(([, units]) => units > 0n);
  add(sheet, "Amounts | picture", ...drawn.map(([, units]) => `${percent(units, bill.received)} percent`));
}

/** How many units are with the payer, on the chain, in custody, sold, and out again. */
function way(sheet: Sheet, { bill, now, hand }: Drawn): void {
  const counted = bill.deposits.filter((one) => isOwn(bill, one) && !["DROPPED", "DECLINED"].includes(one.status));
  const units = (deposits: readonly Deposit[]) => deposits.reduce((sum, one) => sum + one.units, 0n);
  const missing = bill.quantity - units(counted);
  const parts: [string, bigint][] = [
    ["Payer", now < bill.expiresAt && missing > 0n ? missing : 0n],
    ["Chain", units(counted.filter(({ status }) => status === "UNCONFIRMED"))],
    ["Custody", bill.received - bill.converted - bill.paidOut],
    ["Sold", bill.converted],
    ["Paid out", bill.paidOut],
  ];
  const all = parts.reduce((sum, [, part]) => sum + part, 0n);
  if (all === 0n) return;
  const title = "Where each unit is";
  add(sheet, `${title} | `, hand.bareSum(all, bill.crypto));
  if (bill.fiat !== 0n) add(sheet, `${title} | `, hand.sum(bill.fiat, bill.fiatSymbol));
  for (const [name, part] of parts)
    if (name !== "Paid out" || part > 0n) add(sheet, `${title} | ${name}`, hand.money(part, bill.crypto));
}

const percent = (part: bigint, all: bigint): bigint => (part * 200n + all) / (all * 2n);

/** What happened at a moment; without one it follows what is told before it. */
export type Happened = { at?: number; figures: Figure[] };

/** The course of a payment in the order it happened; a day is named where it is another than that of the entry before. */
export function reasons({ bill, now, hand, depositLimit }: Drawn): Figure[] {
  const billed = hand.sum(bill.fiatUnits, bill.fiatSymbol);
  const limit = bill.limitPrice ? [hand.rate(bill.limitPrice)] : [];
  const terms = [
    billed,
    `${hand.rate(bill.price)} ${bill.fiatSymbol}`,
    hand.bareSum(bill.quantity, bill.crypto),
    ...limit,
  ];
  const happened: (Happened & { place: number })[] = bill.deposits.flatMap((one, at) => {
    const last = one.fills.at(-1)?.at ?? one.firstSeen;
    return [
      { at: one.firstSeen, place: one.firstSeen, figures: seen(bill, one, at + 1, hand) },
      ...one.fills.map((fill) => ({ at: fill.at, place: fill.at, figures: sold(bill, fill, hand) })),
      { place: last, figures: treated(bill, one, hand, depositLimit) },
    ];
  });
  if (bill.expiresAt <= now) happened.push({ at: bill.expiresAt, place: bill.expiresAt, figures: [] });
  const invoices = bill.conversions.filter(({ status }) => status !== "EXECUTED");
  return course(
    [
      { at: bill.createdAt, figures: [billed, ...figuresOf(bill.subaccount)] },
      { figures: terms },
      ...happened.toSorted((a, b) => a.place - b.place),
      ...invoices.map(({ units }) => ({ figures: [hand.money(units, bill.crypto)] })),
    ],
    now,
    hand,
  );
}

/** Entries of a timeline, each with its clock and, when it is not that of the one before, its day. */
export function course(list: readonly Happened[], now: number, hand: Hand): Figure[] {
  let day = hand.day(now);
  return list.flatMap(({ at, figures }) => {
    if (at === undefined) return figures;
    const own = hand.day(at);
    const named = own === day ? [] : [own];
    day = own;
    return [clock(at), ...named, ...figures];
  });
}

/** In another asset than the bill's an amount names its unit. */
const amountOf = (bill: Bill, one: Deposit, hand: Hand): string =>
  isOwn(bill, one) ? hand.money(one.units, one.asset) : hand.sum(one.units, one.asset);

function seen(bill: Bill, one: Deposit, place: number, hand: Hand): Figure[] {
  const by = one.firstSeen - bill.expiresAt;
  const deep = Math.min(one.confirmations, one.needed);
  return [amountOf(bill, one, hand), `${place}`, ...(by > 0 ? exactSpan(by) : []), `${deep}/${one.needed}`, one.txHash];
}

function sold(bill: Bill, fill: Bill["deposits"][number]["fills"][number], hand: Hand): Figure[] {
  const fee = fill.fee > 0n ? [hand.bareSum(fill.fee, bill.crypto)] : [];
  return [
    hand.sum(fill.fiat, bill.fiatSymbol),
    hand.bareSum(fill.units - fill.fee, bill.crypto),
    hand.rate(fill.price),
    ...fee,
  ];
}

/** What became of a deposit that was not sold whole, and the sentence of the record on it. */
function treated(bill: Bill, one: Deposit, hand: Hand, depositLimit: string | undefined): Figure[] {
  if (["HELD", "DECLINED", "DROPPED"].includes(one.status))
    return [amountOf(bill, one, hand), ...because(bill, one, hand, depositLimit)];
  return one.unconverted > 0n
    ? [hand.money(one.unconverted, bill.crypto), ...because(bill, one, hand, depositLimit)]
    : [];
}

export function because(bill: Bill, one: Deposit, hand: Hand, depositLimit: string | undefined): Figure[] {
  const plain = (units: bigint) => hand.bareSum(units, one.asset);
  if (one.reasonCode === "WRONG_ASSET") return [plain(one.units)];
  if (one.reasonCode === "DEPOSIT_LIMIT") return [plain(one.units), `${depositLimit} ${bill.crypto}`];
  if (one.status === "DROPPED" || one.status === "DECLINED") return [];
  const received = one.units;
  const retained = one.unconverted + one.paidOut + one.fee;
  const by = one.firstSeen - bill.expiresAt;
  return [
    plain(received),
    ...(one.late ? exactSpan(by) : []),
    plain(retained),
    ...(one.fee > 0n ? [plain(one.fee)] : []),
    ...(one.reasonCode === "LIMIT_NOT_MET" ? [`${hand.rate(bill.limitPrice ?? "")} ${bill.fiatSymbol}`] : []),
  ];
}

function depositLines(one: Deposit, { bill, hand }: Drawn): Figure[] {
  const deep = one.status === "UNCONFIRMED" ? [`${one.confirmations}/${one.needed}`] : [];
  return [
    ...deep,
    hand.sum(one.units, one.asset),
    one.txHash,
    isOwn(bill, one) ? `${one.outputIndex}` : `${one.outputIndex} ${one.asset.split("@")[0]}`,
    // Its end may be letters alone, which are no figure.
    ...figuresOf(one.source ?? ""),
    ...one.fills.flatMap((fill) => [
      hand.money(fill.units - fill.fee, bill.crypto),
      hand.rate(fill.price),
      hand.sum(fill.fiat, bill.fiatSymbol),
    ]),
  ];
}

function facts(sheet: Sheet, { bill, now, hand }: Drawn): void {
  const per = ` ${bill.fiatSymbol}`;
  add(sheet, "Bill | Payment", bill.id);
  add(sheet, "Bill | Address", bill.address);
  if (bill.reference) addText(sheet, "Bill | Reference", bill.reference);
  add(sheet, "Bill | Price", hand.rate(bill.price) + per);
  if (bill.limitPrice) add(sheet, "Bill | Limit price", hand.rate(bill.limitPrice) + per);
  if (bill.expiresAt > now)
    add(sheet, "Bill | Expires", moving(bill.expiresAt, now, countdown), ...moment(bill.expiresAt, now, hand));
  else add(sheet, "Bill | Expired", ...moment(bill.expiresAt, now, hand));
}

/** The price, step by step: the bid that was read, the rate taken off it, and the quantity that follows. */
function price(sheet: Sheet, { bill, now, hand }: Drawn): void {
  const { samples, fiatSymbol, feeModel } = bill;
  for (const one of samples) {
    add(sheet, `Price explained > Prices used | [${one.source}] Bid`, hand.rate(one.bid));
    add(sheet, `Price explained > Prices used | [${one.source}] Ask`, hand.rate(one.ask));
    add(sheet, `Price explained > Prices used | [${one.source}] Read`, ...moment(one.at, now, hand));
  }
  const rates = feeModel === "EXPLICIT" ? [] : [`${bill.spreadBps}`];
  const fee = feeModel === "EXPLICIT" && bill.strategy !== "RAI" ? [`${bill.explicitFeeBps}`] : [];
  add(
    sheet,
    "Price explained | ",
    `${hand.rate(bill.bid)} ${fiatSymbol}`,
    ...rates,
    hand.rate(priceOf(bill)),
    hand.money(bill.fiatUnits, fiatSymbol),
    ...fee,
    hand.bare(quantityOf(bill), bill.crypto),
  );
}
