import { type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { must } from "#lib/kernel/errors.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import type { PainFormat } from "./file-contract.ts";

/** One transfer: whom, where, how much; `endToEndId` is how the bank's lines name it. */
export type CreditTransfer = {
  endToEndId: string;
  units: bigint;
  name: string;
  iban: string | undefined;
  accountNumber: string | undefined;
  bic: string | undefined;
  reference: string;
};

export type TransferFile = {
  format: PainFormat;
  messageId: string;
  /** The house's own time without a zone, and the day that the bank shall pay. */
  createdAt: string;
  executionDay: string;
  debtor: { name: string; iban: string };
  currency: Fiat;
  transfers: readonly CreditTransfer[];
};

/** What of a file of ours the versions write otherwise: the day, and the name of a BIC. */
const VERSIONS: Readonly<Record<PainFormat, { day: (day: string) => string; bicIn: string }>> = {
  "pain.001.001.03": { day: (day) => day, bicIn: "BIC" },
  "pain.001.001.09": { day: (day) => `<Dt>${day}</Dt>`, bicIn: "BICFI" },
};

/**
 * A customer's credit transfers as ISO 20022 has them, pain.001: each booked for itself, so that each has a line of
 * its own on the statement. Euro goes by SEPA, each side paying its own bank; others by shared charges.
 */
export function pain001(file: TransferFile): string {
  const { format, messageId, createdAt, executionDay, debtor, currency, transfers } = file;
  const { day, bicIn } = VERSIONS[format];
  must(transfers.length > 0 && messageId.length <= 35, "a file has transfers and a short name");
  const total = amountText(currency, sumOf(transfers.map(({ units }) => units)));
  const isSepa = currency === "EUR";
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${format}"><CstmrCdtTrfInitn>`,
    `<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>${createdAt}</CreDtTm>`,
    `<NbOfTxs>${transfers.length}</NbOfTxs><CtrlSum>${total}</CtrlSum>`,
    `<InitgPty><Nm>${plainText(debtor.name, 70)}</Nm></InitgPty></GrpHdr>`,
    `<PmtInf><PmtInfId>${messageId}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>`,
    `<NbOfTxs>${transfers.length}</NbOfTxs><CtrlSum>${total}</CtrlSum>`,
    isSepa ? "<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>" : "",
    `<ReqdExctnDt>${day(executionDay)}</ReqdExctnDt>`,
    `<Dbtr><Nm>${plainText(debtor.name, 70)}</Nm></Dbtr>`,
    `<DbtrAcct><Id><IBAN>${debtor.iban}</IBAN></Id><Ccy>${currency}</Ccy></DbtrAcct>`,
    "<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>",
    `<ChrgBr>${isSepa ? "SLEV" : "SHAR"}</ChrgBr>`,
    ...transfers.map((transfer) => transferText(currency, transfer, bicIn)),
    "</PmtInf></CstmrCdtTrfInitn></Document>",
    "",
  ]
    .filter((line, at, all) => line !== "" || at === all.length - 1)
    .join("\n");
}

/** On one line, in the order that the database holds it against: name, amount, bank, account. */
function transferText(currency: Fiat, transfer: CreditTransfer, bicIn: string): string {
  const { endToEndId, units, name, iban, accountNumber, bic, reference } = transfer;
  must(/^[0-9A-Za-z]{1,35}$/.test(endToEndId), "the bank takes names of 35 letters and digits");
  const account = iban === undefined ? `<Othr><Id>${accountNumber}</Id></Othr>` : `<IBAN>${iban}</IBAN>`;
  return [
    `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId>`,
    `<Amt><InstdAmt Ccy="${currency}">${amountText(currency, units)}</InstdAmt></Amt>`,
    bic === undefined ? "" : `<CdtrAgt><FinInstnId><${bicIn}>${bic}</${bicIn}></FinInstnId></CdtrAgt>`,
    `<Cdtr><Nm>${plainText(name, 70)}</Nm></Cdtr><CdtrAcct><Id>${account}</Id></CdtrAcct>`,
    `<RmtInf><Ustrd>${plainText(reference, 140)}</Ustrd></RmtInf></CdtTrfTxInf>`,
  ].join("");
}

const amountText = (currency: Fiat, units: bigint): string => amountOf(currency, units).toFixed(scaleOf(currency));

/** The letters that every bank takes (EPC217-08): others lose their marks or become a full stop. */
export function plainText(text: string, most: number): string {
  const latin = text
    .replaceAll("ß", "ss")
    .replaceAll(/[æÆ]/g, "ae")
    .replaceAll(/[øØ]/g, "o")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("&", "+");
  const plain = latin
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ".")
    .slice(0, most)
    .trim();
  return plain === "" ? "." : plain;
}
