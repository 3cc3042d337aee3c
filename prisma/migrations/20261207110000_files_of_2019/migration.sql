-- Files may be pain.001.001.09, which calls a BIC BICFI, or pain.001.001.03, which calls it BIC. What has to stand in one is
-- as before.
create or replace function is_filed(f payout_file) returns boolean language sql stable as $$
  with said as materialized (
    select m[1] as end_to_end, m[2] as currency, m[3] as amount, m[5] as bic, m[6] as account
    from unnest(string_to_array(f.content, '<CdtTrfTxInf>')) with ordinality piece (text, nth)
    left join lateral regexp_match(piece.text, '^<PmtId><EndToEndId>([0-9a-f]{32})</EndToEndId></PmtId><Amt><InstdAmt Ccy="([A-Z]{3})">([0-9.]+)</InstdAmt></Amt>(<CdtrAgt><FinInstnId><BIC(?:FI)?>([^<]*)</BIC(?:FI)?></FinInstnId></CdtrAgt>)?<Cdtr><Nm>[^<]*</Nm></Cdtr><CdtrAcct><Id>(<IBAN>[^<]*</IBAN>|<Othr><Id>[^<]*</Id></Othr>)</Id></CdtrAcct>') m on true
    where piece.nth > 1),
  meant as materialized (
    select replace(o.id::text, '-', '') as end_to_end, o.asset, o.quantity_units, b.bic,
      to_char(amount_of(o.quantity_units, o.asset), case f.currency when 'JPY' then 'FM999999999999999990' else 'FM999999999999999990.00' end) as amount,
      coalesce('<IBAN>' || b.iban || '</IBAN>', '<Othr><Id>' || b.account_number || '</Id></Othr>') as account
    from payout o join beneficiary b on b.id = o.beneficiary_id where o.file_id = f.id)
  select f.sha256 = encode(sha256(convert_to(f.content, 'UTF8')), 'hex')
    and (select count(*) = f.payouts and sum(quantity_units) = f.total_units from payout where file_id = f.id)
    and (select count(*) = f.payouts from said)
    and (select count(*) from regexp_matches(f.content, '<InstdAmt', 'g')) = f.payouts
    and (select count(distinct s.end_to_end) = f.payouts from said s join meant m on m.end_to_end = s.end_to_end
      where m.asset = f.currency and s.currency = f.currency and s.amount = m.amount and s.account = m.account
        and (s.bic is null or s.bic = m.bic))
$$;
