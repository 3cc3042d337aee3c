// Written from app.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, query } from "#lib/kernel/statement.ts";

type ReadRow = {
  now: Date;
};
export const read = query<NoValues, ReadRow>({
  text: () => `select business_now() as "now"`,
  values: [],
});

type HouseAccountRow = {
  id: string;
  name: string;
};
export const houseAccount = query<NoValues, HouseAccountRow>({
  text: () => `select id, name from account where is_house`,
  values: [],
});

type AccountByNameValues = {
  name: string;
};
export const accountByName = query<AccountByNameValues, HouseAccountRow>({
  text: () => `select id, name from account where name = $1 and not is_house`,
  values: ["name"],
});

type AccountByIdValues = {
  id: string;
};
export const accountById = query<AccountByIdValues, HouseAccountRow>({
  text: () => `select id, name from account where id = $1::uuid and not is_house`,
  values: ["id"],
});
