import { readFileSync } from "node:fs";
import { join } from "node:path";
import type PDFDocument from "pdfkit";
import type { Voice } from "#lib/contract/voice.ts";
import { speakingTo } from "#lib/i18n/language.ts";
import { printedText } from "#lib/i18n/printed.ts";
import { countText } from "#lib/i18n/amount.ts";
import type { Fact, Group, Sheet, Table } from "./sheet.ts";

/** A4 in points, and its margins. */
const PAGE = { width: 595.28, height: 841.89, margin: 48 };
const WIDTH = PAGE.width - 2 * PAGE.margin;
const GAP = 24;
/** Where the note at the foot of the page stands. */
const FOOT = PAGE.height - PAGE.margin - 12;
const INK = "#1c1b19";
const QUIET = "#6b6862";
const RULE = "#d9d6cf";

/** The desk's own typefaces, embedded: a paper looks the same wherever it is opened. */
const FONTS = {
  text: "geist-sans/Geist-Regular.ttf",
  strong: "geist-sans/Geist-SemiBold.ttf",
  mono: "geist-mono/GeistMono-Regular.ttf",
} as const;

type Document = InstanceType<typeof PDFDocument>;

/** So many lines are drawn at once; between them others have their turn. */
const LINES_AT_ONCE = 100;

/** Draws a sheet as one page A4, or as many as its tables take, and answers the bytes of the PDF. */
export async function draw(sheet: Sheet, reader: Voice): Promise<Uint8Array> {
  // Loaded with the first paper: with its typefaces' reader it is the largest library that an API process may never use.
  const { default: Pdf } = await import("pdfkit");
  const document = new Pdf({
    size: "A4",
    margin: PAGE.margin,
    font: "",
    info: { Title: `${sheet.title}, ${sheet.subject}`, Producer: "Desk", Creator: "Desk" },
    lang: reader.language,
    displayTitle: true,
    bufferPages: sheet.more !== undefined,
  });
  const done = bytesOf(document);
  for (const [name, file] of Object.entries(FONTS)) register(document, name, file);
  const y = head(document, sheet);
  const half = (WIDTH - GAP) / 2;
  const feet = sheet.facts.map((group, at) => facts(document, group, PAGE.margin + at * (half + GAP), y, half));
  const top = Math.max(y, ...feet) + GAP;
  if (sheet.more === undefined) table(document, sheet.table, top, moreFor(reader));
  else await flow(document, [sheet.table, ...sheet.more], top);
  pageFeet(document, sheet, reader);
  document.end();
  return done;
}

/** The note at the foot of each page, and of several which one it is. */
function pageFeet(document: Document, { note, subject }: Sheet, reader: Voice): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    if (count > 1) document.switchToPage(page);
    document.font("text").fontSize(8).fillColor(QUIET);
    document.text(note, PAGE.margin, FOOT, { width: WIDTH, lineBreak: false });
    if (count === 1) continue;
    const which = speakingTo(reader, () => printedText.page(subject, countText(page + 1), countText(count)));
    document.text(which, PAGE.margin + WIDTH - document.widthOfString(which), FOOT, { lineBreak: false });
  }
}

type Typeface = Buffer;
const typefaces = new Map<string, Typeface>();

/** A typeface is read once a process: its tables cost more time than all the rest of a paper. */
function register(document: Document, name: string, file: string): void {
  const known = typefaces.get(file);
  document.registerFont(name, known ?? readFileSync(join(process.cwd(), "node_modules/geist/dist/fonts", file)));
  if (known) return;
  document.font(name);
  // pdfkit takes a typeface it has read before in the place of its bytes, which its types do not tell.
  typefaces.set(file, (document as unknown as { _font: { font: Typeface } })._font.font);
}

function bytesOf(document: Document): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  return new Promise((done, failed) => {
    document.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    document.on("end", () => done(Buffer.concat(chunks)));
    document.on("error", failed);
  });
}

function head(document: Document, { title, subject, figure, issuer = [] }: Sheet): number {
  const { margin } = PAGE;
  letterhead(document, issuer);
  document.font("strong").fontSize(18).fillColor(INK).text(title, margin, margin, { lineBreak: false });
  document
    .font("mono")
    .fontSize(8.5)
    .fillColor(QUIET)
    .text(subject, margin, margin + 26, { lineBreak: false });
  document.font("text").fontSize(8.5).fillColor(QUIET);
  document.text(figure.label, margin, margin + 50, { lineBreak: false });
  document.font("strong").fontSize(24).fillColor(INK);
  document.text(figure.value, margin, margin + 62, { lineBreak: false });
  const foot = margin + 100;
  rule(document, foot, INK);
  return foot + 16;
}

/** The issuer's name, address and tax id at the right of the head, where a window envelope and an auditor look for them. */
function letterhead(document: Document, lines: readonly string[]): void {
  const width = (WIDTH - GAP) / 2;
  const x = PAGE.margin + WIDTH - width;
  lines.reduce((y, line, at) => {
    document.font(at === 0 ? "strong" : "text").fontSize(8.5);
    document.fillColor(at === 0 ? INK : QUIET).text(line, x, y, { width, align: "right" });
    return document.y + 1;
  }, PAGE.margin + 2);
}

function rule(document: Document, y: number, colour = RULE): void {
  document
    .moveTo(PAGE.margin, y)
    .lineTo(PAGE.margin + WIDTH, y)
    .lineWidth(0.6)
    .strokeColor(colour)
    .stroke();
}

const LINE = 15;
const LABEL = 82;

/** A group of facts in its column; answers where it ends. */
function facts(document: Document, group: Group, x: number, top: number, width: number): number {
  document.font("strong").fontSize(9.5).fillColor(INK).text(group.heading, x, top, { lineBreak: false });
  return group.facts.reduce((y, fact) => factLine(document, fact, x, y, width), top + 18);
}

function factLine(
  document: Document,
  { label, value, mono = false, end = false }: Fact,
  x: number,
  y: number,
  width: number,
): number {
  document.font("text").fontSize(8.5).fillColor(QUIET).text(label, x, y, { lineBreak: false });
  document
    .font(mono ? "mono" : "text")
    .fontSize(mono ? 7.5 : 8.5)
    .fillColor(INK);
  const room = width - LABEL;
  const height = document.heightOfString(value, { width: room });
  document.text(value, x + LABEL, y, { width: room, align: end ? "right" : "left" });
  return y + Math.max(LINE, height + 4);
}

const CELL = 7.5;
const MONO_CELL = 6.5;
const PAD = 6;

/** How a paper says that rows are left out. */
const moreFor =
  (reader: Voice) =>
  (left: number): string =>
    speakingTo(reader, () => printedText.more(countText(left)));

/** As many rows as the page has room for, then how many are left out. */
function table(
  document: Document,
  { heading, columns, rows }: Table,
  top: number,
  more: (left: number) => string,
): void {
  const { margin } = PAGE;
  document.font("strong").fontSize(9.5).fillColor(INK).text(heading, margin, top, { lineBreak: false });
  const cells = placed(columns);
  const titles = columns.map(({ label }) => label);
  let y = tableLine(document, cells, titles, top + 18, HEAD_LOOK);
  for (const [at, row] of rows.entries()) {
    const left = rows.length - at;
    const end = y + lineHeight(document, cells, row) + (left > 1 ? LINE : 0);
    if (end > FOOT) {
      document.font("text").fontSize(CELL).fillColor(QUIET).text(more(left), margin, y, { lineBreak: false });
      return;
    }
    y = tableLine(document, cells, row, y);
  }
}

/** Tables below one another, each cell on one line, over as many pages as it takes; each page repeats the titles. */
async function flow(document: Document, tables: readonly Table[], top: number): Promise<void> {
  const { margin } = PAGE;
  let y = top;
  for (const { heading, columns, rows } of tables) {
    const cells = placed(columns);
    const titles = columns.map(({ label }) => label);
    const begin = (from: number) => flowLine(document, cells, titles, from, HEAD_LOOK);
    if (y + 4 * ROW > FOOT) y = nextPage(document);
    document.font("strong").fontSize(9.5).fillColor(INK).text(heading, margin, y, { lineBreak: false });
    y += 18;
    if (rows.length > 0) y = begin(y);
    for (const [at, row] of rows.entries()) {
      if (y + ROW > FOOT) y = begin(nextPage(document));
      y = flowLine(document, cells, row, y);
      if (at % LINES_AT_ONCE === LINES_AT_ONCE - 1) await new Promise((turn) => setImmediate(turn));
    }
    y += GAP;
  }
}

function nextPage(document: Document): number {
  document.addPage();
  return PAGE.margin;
}

/** How far one line of a long table reaches. */
const ROW = 14;

/** One line of a long table; words that are wider than their cell end in an ellipsis, figures are drawn smaller. */
function flowLine(
  document: Document,
  cells: readonly Cell[],
  texts: readonly string[],
  y: number,
  look?: Look,
): number {
  for (const [at, cell] of cells.entries()) {
    const { colour } = dressed(document, cell, look);
    const whole = texts[at] ?? "";
    const text =
      cell.align === "right" && !look ? shrunk(document, whole, cell.width) : fitted(document, whole, cell.width);
    const x = cell.align === "right" ? cell.x + cell.width - document.widthOfString(text) : cell.x;
    document.fillColor(colour).text(text, x, y, { lineBreak: false });
  }
  rule(document, y + ROW - 4, look?.under);
  return y + ROW;
}

/** A figure is never cut: what is missing of it would be another figure. */
function shrunk(document: Document, text: string, width: number): string {
  const wide = document.widthOfString(text);
  if (wide > width) document.fontSize((MONO_CELL * width) / wide);
  return text;
}

function fitted(document: Document, text: string, width: number): string {
  if (document.widthOfString(text) <= width) return text;
  let end = text.length;
  while (end > 0 && document.widthOfString(`${text.slice(0, end)}…`) > width) end -= 1;
  return `${text.slice(0, end)}…`;
}

type Cell = { x: number; width: number; align: "left" | "right"; mono: boolean };
type Look = { font: keyof typeof FONTS; size: number; colour: string; under: string };

/** The columns on the page's width, by their shares. */
function placed(columns: Table["columns"]): Cell[] {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  let x = PAGE.margin;
  return columns.map(({ share, end = false, mono = false }) => {
    const width = (share / whole) * WIDTH;
    x += width;
    return { x: x - width, width: width - PAD, align: end ? "right" : "left", mono };
  });
}

/** One line of cells over its rule; answers where the next begins. */
function tableLine(
  document: Document,
  cells: readonly Cell[],
  texts: readonly string[],
  y: number,
  look?: Look,
): number {
  const height = lineHeight(document, cells, texts, look);
  for (const [at, cell] of cells.entries()) {
    const { colour } = dressed(document, cell, look);
    document.fillColor(colour).text(texts[at] ?? "", cell.x, y, { width: cell.width, align: cell.align });
  }
  rule(document, y + height - 4, look?.under);
  return y + height;
}

/** How far a line reaches, its rule and the gap below it included. */
function lineHeight(document: Document, cells: readonly Cell[], texts: readonly string[], look?: Look): number {
  const heights = cells.map((cell, at) => {
    dressed(document, cell, look);
    return document.heightOfString(texts[at] ?? "", { width: cell.width, align: cell.align });
  });
  return Math.max(...heights) + 7;
}

/** Sets the type a cell is written in. */
function dressed(document: Document, { mono }: Cell, look = bodyLook(mono)): Look {
  document.font(look.font).fontSize(look.size);
  return look;
}

const HEAD_LOOK: Look = { font: "text", size: CELL, colour: QUIET, under: INK };
const bodyLook = (mono: boolean): Look => ({
  font: mono ? "mono" : "text",
  size: mono ? MONO_CELL : CELL,
  colour: INK,
  under: RULE,
});
