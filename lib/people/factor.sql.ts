// Written from factor.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type HasSecondFactorValues = {
  userId: string;
};
type HasSecondFactorRow = {
  has: boolean;
};
export const hasSecondFactor = query<HasSecondFactorValues, HasSecondFactorRow>({
  text: () => `select has_second_factor($1::uuid) as "has"`,
  values: ["userId"],
});

type DeleteSpentChallengesValues = {
  olderThanSeconds: number;
};
export const deleteSpentChallenges = command<DeleteSpentChallengesValues>({
  text: () => `delete from spent_challenge where digest in (
  select digest from spent_challenge
  where spent_at < clock_timestamp() - make_interval(secs => $1) order by spent_at limit 5000)`,
  values: ["olderThanSeconds"],
});

type SpendChallengeValues = {
  digest: Uint8Array;
};
export const spendChallenge = command<SpendChallengeValues>({
  text: () => `insert into spent_challenge (digest) values ($1) on conflict do nothing`,
  values: ["digest"],
});
