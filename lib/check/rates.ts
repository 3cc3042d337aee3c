import { NETWORKS } from "#lib/kernel/assets.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { type Definition, SETTINGS, type SettingName } from "#lib/settings/definitions.ts";
import type { CheckRule } from "./store.ts";

/** Settings of an earlier edition had other owners and defaults. */
const BEFORE = `coalesce((select max(finished_at) from _prisma_migrations where migration_name = '20261130120000_house_holds'), '-infinity')`;

/** What a bill takes over from the settings when it is made, by the column that keeps it. */
const TAKEN: readonly (readonly [column: string, name: SettingName])[] = [
  ["spread_bps", "spreadBps"],
  ["explicit_fee_bps", "explicitFeeBps"],
  ["transaction_fee_bps", "transactionFeeBps"],
  ["guarantee_ms", "guaranteeMs"],
  ["hold_grace_ms", "holdGraceMs"],
  ["max_depth_bps", "maxDepthBps"],
  ["tolerance_bps", "toleranceBps"],
  ["overpayment", "overpayment"],
  ["deposit_limit", "depositLimit"],
  ["confirmation_tiers", "confirmations"],
];
const COLUMNS = TAKEN.map(([column]) => column).join(", ");
const STANDARD_TIERS = `case split_part(asset, '@', 2) ${NETWORKS.map((network) => `when '${network}' then '${CONFIRMATIONS[network]}'`).join(" ")}
  else case asset when 'BTC' then '${CONFIRMATIONS.bitcoin}' when 'BCH' then '${CONFIRMATIONS.bitcoincash}' end end`;

const setFor = (owner: "house" | "account", name: string) =>
  `coalesce(${["'.' || crypto || '.' || fiat", "'.' || crypto", "'.' || fiat", "''"].map((narrow) => `s.settings -> '${owner}' ->> ('${name}' || ${narrow})`).join(", ")})`;

/** The value that ruled, as TypeScript's `settingFor` finds it; of tiers that both have set, which are merged, none is said. */
function ruled(name: SettingName): string {
  const { owner, standard }: Definition = SETTINGS[name];
  const [house, account] = [setFor("house", name), setFor("account", name)];
  if (name === "confirmations")
    return `case when ${house} is null or ${account} is null then coalesce(${house}, ${account}, ${STANDARD_TIERS}) else confirmation_tiers end`;
  if (owner === "both") return `least(${house}::numeric, ${account}::numeric)::text`;
  return `coalesce(${owner === "account" ? account : house}, '${standard}')`;
}

/** Text to compare: of a number without zeros at its end. */
const plain = (value: string, name: SettingName) =>
  ["choice", "tiers"].includes(SETTINGS[name].kind) ? value : `trim_scale((${value})::numeric)::text`;

/** What a bill is treated by, and at which price a deposit was sold. */
export const RATES_RULES: readonly CheckRule[] = [
  {
    name: "a bill's rates, spans and limits are the settings of when it was made",
    sql: `with moments as (select c.id as account_id, array_agg(distinct s.valid_from order by s.valid_from) as at
        from account c join setting s on s.account_id is null or s.account_id = c.id group by 1),
      made as (select b.account_id, b.asset, b.crypto, b.fiat, ${COLUMNS}, coalesce(width_bucket(b.created_at, m.at), 0) as nth,
          coalesce(width_bucket(b.created_at - interval '1 minute', m.at), 0) as before,
          coalesce(width_bucket(b.created_at + interval '1 second', m.at), 0) as after, min(b.id::text) as id
        from bill b left join moments m on m.account_id = b.account_id where b.created_at > ${BEFORE}
        group by b.account_id, b.asset, b.crypto, b.fiat, ${COLUMNS}, nth, before, after),
      settings as materialized (select n.account_id, n.nth, settings_at(n.account_id, case n.nth when 0 then '-infinity' else m.at[n.nth] end) as settings
        from (select account_id, nth from made union select account_id, before from made union select account_id, after from made) n left join moments m on m.account_id = n.account_id),
      compared as (select b.id, s.nth = b.nth as is_last, t.name, t.says, t.should,
          t.says is distinct from t.should as differs
        from made b join settings s on s.account_id = b.account_id and s.nth in (b.nth, b.before, b.after)
        cross join lateral (values ${TAKEN.map(([column, name]) => `('${name}', ${plain(column, name)}, ${plain(ruled(name), name)})`).join(", ")}) t(name, says, should))
      select 'bill ' || id || ': ' || name || ' ' || coalesce(says, 'none') || ' against ' || coalesce(max(should) filter (where is_last), 'none')
      from compared group by id, name, says having bool_and(differs)`,
  },
  {
    name: "a sale's price is its bill's or its quote's, and its worth is what was sold at that price",
    sql: `select f.effect_key || ': ' || f.price || ' and ' || f.gross || ' against ' || case f.method when 'RFQ' then b.price else f.price end || ' and ' || s.worth
      from fill f join bill b on b.id = f.bill_id join deposit d on d.id = f.deposit_id
      cross join lateral (select amount_of(f.quantity_units - f.fee_units, d.asset) as amount, power(10::numeric, asset_scale(b.fiat)) as unit,
        power(10::numeric, -least(8, 15 - length(trunc(f.price)::text))) as step) a
      cross join lateral (select a.amount * f.price as worth) s
      where case when f.method = 'MARKET' then f.gross < s.worth or f.gross >= s.worth + a.amount * a.step else f.gross <> s.worth end
        or f.method = 'RFQ' and f.price <> b.price
        or f.method in ('FRESH', 'MARKET') and f.fiat_units <> floor(f.gross * a.unit)`,
  },
];
