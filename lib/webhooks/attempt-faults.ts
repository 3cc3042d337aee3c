/** Why a receiver gave no answer, as programs and pages know it. */
export const ATTEMPT_FAULTS = [
  "TIMEOUT",
  "REFUSED",
  "CLOSED",
  "NO_ADDRESS",
  "NOT_RESOLVED",
  "UNREACHABLE",
  "FORBIDDEN_TARGET",
  "NOT_MADE",
  "OTHER",
] as const;
export type AttemptFault = (typeof ATTEMPT_FAULTS)[number];

/** As the journal keeps it. */
export const ATTEMPT_SENTENCES = {
  REFUSED: "The connection was refused.",
  CLOSED: "The receiver closed the connection before it answered.",
  NO_ADDRESS: "The host name has no address.",
  NOT_RESOLVED: "The host name could not be resolved in time.",
  UNREACHABLE: "The receiver could not be reached in time.",
  NOT_MADE: "The message could not be made.",
} as const satisfies Partial<Record<AttemptFault, string>>;

export const timeoutSentence = (timeoutMs: number): string => `${TIMEOUT} ${timeoutMs / 1_000} seconds.`;
export const forbiddenSentence = (why: string): string => `${FORBIDDEN} ${why}.`;

const TIMEOUT = "No answer within";
const FORBIDDEN = "The URL";
/** Journals written before it had this sentence. */
const REFUSED_BEFORE = "Nobody answers there: the connection was refused.";

/** The fault of an attempt by what the journal keeps of it. */
export function attemptFaultOf(sentence: string): AttemptFault {
  if (sentence.startsWith(TIMEOUT)) return "TIMEOUT";
  if (sentence.startsWith(FORBIDDEN)) return "FORBIDDEN_TARGET";
  if (sentence === REFUSED_BEFORE) return "REFUSED";
  return ATTEMPT_FAULTS.find((fault) => sentenceOf(fault) === sentence) ?? "OTHER";
}

const sentenceOf = (fault: AttemptFault): string | undefined =>
  (ATTEMPT_SENTENCES as Partial<Record<AttemptFault, string>>)[fault];
