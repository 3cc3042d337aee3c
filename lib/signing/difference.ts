/** What of a signed transaction may differ from what was prepared. */
export const PARTS = [
  "FORM",
  "VERSION",
  "INPUTS",
  "INPUT",
  "SEQUENCE",
  "OUTPUTS",
  "DESTINATION",
  "AMOUNT",
  "LOCKTIME",
  "UNSIGNED",
  "PUBLIC_KEY",
  "SIGNATURE",
  "CHAIN",
  "NONCE",
  "TO",
  "VALUE",
  "DATA",
  "GAS",
  "FEE",
  "PRIORITY_FEE",
  "ACCESS_LIST",
  "SENDER",
] as const;
export type Part = (typeof PARTS)[number];

/** One difference: which part, of which input or output counted from 1, what was prepared and what came. */
export type Difference = { part: Part; at?: number; expected: string; found: string };

const WORDS: Record<Part, (at: number) => string> = {
  FORM: () => "The form",
  VERSION: () => "The version",
  INPUTS: () => "The number of inputs",
  INPUT: (at) => `Input ${at}`,
  SEQUENCE: (at) => `The sequence of input ${at}`,
  OUTPUTS: () => "The number of outputs",
  DESTINATION: (at) => `The destination of output ${at}`,
  AMOUNT: (at) => `The amount of output ${at}`,
  LOCKTIME: () => "The locktime",
  UNSIGNED: (at) => `Input ${at}`,
  PUBLIC_KEY: (at) => `The public key of input ${at}`,
  SIGNATURE: (at) => `The signature of input ${at}`,
  CHAIN: () => "The chain id",
  NONCE: () => "The nonce",
  TO: () => "The contract that is called",
  VALUE: () => "The ether sent along",
  DATA: () => "What is called",
  GAS: () => "The gas limit",
  FEE: () => "The greatest fee per gas",
  PRIORITY_FEE: () => "The greatest priority fee per gas",
  ACCESS_LIST: () => "The access list",
  SENDER: () => "The sender",
};

/** The difference in one sentence. */
export const sentenceOf = ({ part, at = 1, expected, found }: Difference): string =>
  `${WORDS[part](at)} is ${found}, and was prepared as ${expected}: nothing was taken.`;
