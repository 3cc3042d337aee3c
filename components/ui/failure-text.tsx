import type { ChainFailure } from "#lib/contract/chain-failure.ts";
import type { BankFailure } from "#lib/contract/bank-failure.ts";
import type { OrderFailure } from "#lib/contract/order-failure.ts";
import type { VenueFailure } from "#lib/contract/venue-failure.ts";
import { failuresText as words } from "#lib/i18n/failures.ts";
import { countText } from "#lib/i18n/amount.ts";

/** Codes that a node's or a venue's own words follow: they stay as they were said. */
const QUOTING: ReadonlySet<string> = new Set(["REFUSED", "OTHER", "UNCLEAR"] satisfies (
  | ChainFailure["code"]
  | OrderFailure["code"]
)[]);

type Failure = { code: string; detail?: string | undefined };
const quoteOf = ({ code, detail }: Failure): string | undefined => (QUOTING.has(code) ? detail : undefined);

/** Why a chain is not followed, in the reader's language. */
export function ChainFailureText({ failure }: { failure: ChainFailure }) {
  return <WithQuote quote={quoteOf(failure)} sentence={sentenceOf(failure)} />;
}

/** Why a venue took nothing, in the reader's language. */
export function VenueFailureText({ failure }: { failure: VenueFailure }) {
  return <WithQuote quote={quoteOf(failure)} sentence={words.venue[failure.code]} />;
}

/** The same of a chain as one text, for within a sentence. */
export function chainFailureText(failure: ChainFailure): string {
  const quote = quoteOf(failure);
  return quote === undefined ? sentenceOf(failure) : `${sentenceOf(failure)} ${words.quoted(quote)}`;
}

/** What is wrong with an order, for behind a sentence that says already that it was refused or is not known. */
export function orderFailureText(failure: OrderFailure): string | undefined {
  const quote = quoteOf(failure);
  if (QUOTING.has(failure.code)) return quote && words.quoted(quote);
  return words.venue[failure.code];
}

export const isBankFailureCode = (code: string): code is BankFailure["code"] => Object.hasOwn(words.bank, code);

/** Why a bank's file was refused as a whole, in the reader's language. */
export function bankFailureText({ code, line, limit, ...facts }: BankFailure): string {
  const { statement = "", value = "", expected = "", column = "" } = facts;
  const sentence = words.bank[code]({
    statement,
    value,
    expected,
    column: words.columns[column] ?? column,
    limit: limit === undefined ? "" : countText(limit),
  });
  return line === undefined ? sentence : words.atLine(countText(line), sentence);
}

function WithQuote({ sentence, quote }: { sentence: string; quote: string | undefined }) {
  return (
    <>
      {quote === undefined ? sentence.replace(/:$/, ".") : sentence}
      {quote === undefined ? null : (
        <>
          {" "}
          <q lang="en">{quote}</q>
        </>
      )}
    </>
  );
}

function sentenceOf({ code, block, ours, limit, final, status, host = "", method = "" }: ChainFailure): string {
  const figure = (value: number | undefined): string => (value === undefined ? "" : countText(value));
  return words.chain[code]({
    block: figure(block),
    ours: figure(ours),
    limit: figure(limit),
    final: figure(final),
    status: status === undefined ? "" : `${status}`,
    host,
    method,
  });
}
