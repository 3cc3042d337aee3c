import { Decimal } from "#lib/kernel/decimal.ts";

/** A camt.053 file of one statement, as banks write it. */
export type StatementInput = {
  iban: string;
  opening: string;
  closing: string;
  day?: string;
  id?: string;
  entries: readonly Entry[];
};
export type Entry = {
  amount: string;
  side: "CRDT" | "DBIT";
  reference: string;
  endToEnd?: string;
  text?: string;
  status?: string;
  /** It takes an entry of before back. */
  reversal?: boolean;
  /** Of a debit: the account that it paid. */
  paid?: string;
  /** What stands in place of its details. */
  details?: string;
};

const side = (amount: string): string => (amount.startsWith("-") ? "DBIT" : "CRDT");
const balance = (kind: string, amount: string, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount.replace("-", "")}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

export function camt({ iban, opening, closing, day = "2026-11-23", id = "STMT-1", entries }: StatementInput): string {
  const lines = entries.map(
    ({ amount, side: way, reference, endToEnd, text, status = "BOOK", reversal, paid, details }) =>
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd>${reversal ? "<RvslInd>true</RvslInd>" : ""}<Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls>${details ?? `<TxDtls><Refs><EndToEndId>${endToEnd ?? "NOTPROVIDED"}</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Payward Ltd.</Nm></Pty></Dbtr>${paid ? `<CdtrAcct><Id><IBAN>${paid}</IBAN></Id></CdtrAcct>` : ""}</RltdPties>${text ? `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>` : ""}</TxDtls>`}</NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>${id}</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance("OPBD", opening, day)}${balance("CLBD", closing, day)}${lines.join("\n")}</Stmt></BkToCstmrStmt></Document>`;
}

/** What the bank books of an account, a statement of a day at each call, each from where the last one ended. */
export function statementsOf(iban: string): (entries: readonly Entry[], day?: string) => string {
  let nth = 0;
  let balance = 0n;
  return (entries, day) => {
    nth += 1;
    const opening = balance;
    for (const { amount, side: way } of entries)
      balance += (way === "CRDT" ? 1n : -1n) * (Decimal.from(amount).toUnits(2) ?? 0n);
    const [from = "", until = ""] = [opening, balance].map((cents) => Decimal.of(cents, 2).toFixed(2));
    return camt({ iban, opening: from, closing: until, id: `P-${nth}`, ...(day !== undefined && { day }), entries });
  };
}
