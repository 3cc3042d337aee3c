import { expect, test } from "vitest";
import { transferFaults } from "#e2e/world/iso20022.ts";
import { pain001, plainText, type TransferFile } from "./pain.ts";

const transfer = (n: number, more: object = {}) => ({
  endToEndId: `${n}`.padStart(32, "0"),
  units: 12_345n,
  name: "Åse Müller & Söhne <GmbH>",
  iban: "DE89370400440532013000",
  accountNumber: undefined,
  bic: undefined,
  reference: 'Rechnung "7" – 50 €',
  ...more,
});
const file = (more: Partial<TransferFile> = {}): TransferFile => ({
  format: "pain.001.001.09",
  messageId: "0".repeat(32),
  createdAt: "2026-11-23T09:30:15",
  executionDay: "2026-11-23",
  debtor: { name: "house", iban: "NL91ABNA0417164300" },
  currency: "EUR",
  transfers: [transfer(1), transfer(2, { units: 1n, bic: "COBADEFFXXX" })],
  ...more,
});

test("a file of euro is one of SEPA, and valid by its schema", () => {
  const xml = pain001(file());
  expect(transferFaults(xml)).toBe("");
  for (const part of [
    "<NbOfTxs>2</NbOfTxs><CtrlSum>123.46</CtrlSum>",
    "<BtchBookg>false</BtchBookg>",
    "<SvcLvl><Cd>SEPA</Cd></SvcLvl>",
    "<ChrgBr>SLEV</ChrgBr>",
    "<ReqdExctnDt><Dt>2026-11-23</Dt></ReqdExctnDt>",
    "<CdtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></CdtrAgt>",
    '<InstdAmt Ccy="EUR">123.45</InstdAmt>',
    "<Nm>Ase Muller + Sohne .GmbH.</Nm>",
    "<Ustrd>Rechnung .7. . 50 .</Ustrd>",
  ])
    expect(xml).toContain(part);
});

test("the version before writes the day and a BIC otherwise, and nothing else", () => {
  const [older, newer] = [pain001(file({ format: "pain.001.001.03" })), pain001(file())];
  expect(transferFaults(older)).toBe("");
  expect(older).toContain("<ReqdExctnDt>2026-11-23</ReqdExctnDt>");
  expect(older).toContain("<FinInstnId><BIC>COBADEFFXXX</BIC></FinInstnId>");
  const asNewer = older
    .replace("pain.001.001.03", "pain.001.001.09")
    .replaceAll("BIC>", "BICFI>")
    .replace(/(?<=<ReqdExctnDt>)(.*)(?=<\/ReqdExctnDt>)/, "<Dt>$1</Dt>");
  expect(asNewer).toBe(newer);
});

test("one of yen has no decimals, takes an account number, and is valid too", () => {
  const xml = pain001(
    file({
      currency: "JPY",
      transfers: [transfer(1, { units: 5_000n, iban: undefined, accountNumber: "1234567", bic: "BOTKJPJT" })],
    }),
  );
  expect(transferFaults(xml)).toBe("");
  expect(xml).toContain('<InstdAmt Ccy="JPY">5000</InstdAmt>');
  expect(xml).toContain("<Othr><Id>1234567</Id></Othr>");
  expect(xml).not.toContain("SEPA");
});

test("the schema bites: a name that is too long, an amount of three decimals", () => {
  expect(transferFaults(pain001(file()).replaceAll("0".repeat(32), "0".repeat(36)))).toMatch(/MsgId/);
  expect(transferFaults(pain001(file()).replace(">123.45<", ">123.456789<"))).toMatch(/InstdAmt/);
});

test("text keeps what every bank takes, and is never empty", () => {
  expect([
    plainText("Łódź ß/1", 70),
    plainText("日本", 70),
    plainText("", 70),
    plainText("a".repeat(90), 70).length,
  ]).toEqual([".odz ss/1", "..", ".", 70]);
});
