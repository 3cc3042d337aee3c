import type { Key } from "#e2e/world/client.ts";

/** What the neighbour knows of itself: whatever else the database says of it is wrong. */
export type Memory = {
  accountId: string;
  /** The name its records carry. */
  username: string;
  /** Every scope, and what its recount reads with. */
  key: Key;
  reader: Key;
  lastPosting: string;
  /** Texts that are its alone and may stand in nobody else's records or answers. */
  canaries: string[];
  /** Rows of the house and of operators that name it: they were there before anybody else. */
  strays: string[];
  /** What its requests were answered, by target. */
  answers: Record<string, unknown>;
};

/** A schema beside the program's tables: `memory` has one row with a {@link Memory}, `line` every row that touches the account. */
export const MEMORY_SCHEMA = "neighbour";

export const NAME = "next-door";
