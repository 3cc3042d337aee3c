import { expect, test } from "vitest";
import {
  ATTEMPT_FAULTS,
  ATTEMPT_SENTENCES,
  attemptFaultOf,
  forbiddenSentence,
  timeoutSentence,
} from "./attempt-faults.ts";

test("each fault of an attempt is known by the sentence its journal keeps", () => {
  const sentences = {
    ...ATTEMPT_SENTENCES,
    TIMEOUT: timeoutSentence(15_000),
    FORBIDDEN_TARGET: forbiddenSentence("must be https"),
  };
  for (const [fault, sentence] of Object.entries(sentences)) expect(attemptFaultOf(sentence)).toBe(fault);
  expect(attemptFaultOf("The call failed: EPROTO.")).toBe("OTHER");
  expect([...Object.keys(sentences), "OTHER"].toSorted()).toEqual([...ATTEMPT_FAULTS].toSorted());
});

test("journals written before keep their fault", () => {
  expect(attemptFaultOf("Nobody answers there: the connection was refused.")).toBe("REFUSED");
});
