import { type CaseKind, GRADE_OF } from "./case-kinds.ts";

/** What people are told of: cases by how soon they are to be decided, what waits for a second person, files that failed. */
export const TOPICS = ["URGENT", "NORMAL", "LOW", "APPROVALS", "EXPORTS"] as const;
export type Topic = (typeof TOPICS)[number];

/** Under which topic a case is told. */
export function topicOf(kind: CaseKind): Topic {
  if (kind === "APPROVAL") return "APPROVALS";
  return kind === "EXPORT" ? "EXPORTS" : GRADE_OF[kind];
}
