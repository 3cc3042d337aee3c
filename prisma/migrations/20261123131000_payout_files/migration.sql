-- A file for the bank says of each of its payouts what two persons agreed to, to the cent and the account, and of no other:
-- what the bank is given is held against the rows, not only against the program that wrote it.
create function is_filed(f payout_file) returns boolean language sql stable as $$
  select f.sha256 = encode(sha256(convert_to(f.content, 'UTF8')), 'hex')
    and (select count(*) = f.payouts and sum(o.quantity_units) = f.total_units from payout o where o.file_id = f.id)
    and (select count(*) from regexp_matches(f.content, '<CdtTrfTxInf>', 'g')) = f.payouts
    and (select count(*) from regexp_matches(f.content, '<InstdAmt', 'g')) = f.payouts
    and not exists (select 1 from payout o join beneficiary b on b.id = o.beneficiary_id where o.file_id = f.id
      and (o.asset <> f.currency or f.content !~ ('<EndToEndId>' || replace(o.id::text, '-', '') || '</EndToEndId></PmtId><Amt><InstdAmt Ccy="'
        || f.currency || '">' || replace(to_char(amount_of(o.quantity_units, o.asset), case f.currency when 'JPY' then 'FM999999999999999990' else 'FM999999999999999990.00' end), '.', '\.')
        || '</InstdAmt></Amt>(<CdtrAgt><FinInstnId><BIC>' || coalesce(b.bic, 'NONE') || '</BIC></FinInstnId></CdtrAgt>)?<Cdtr><Nm>[^<]*</Nm></Cdtr><CdtrAcct><Id>'
        || coalesce('<IBAN>' || b.iban || '</IBAN>', '<Othr><Id>' || b.account_number || '</Id></Othr>') || '</Id></CdtrAcct>')))
$$;
create function check_filed() returns trigger language plpgsql as $$
declare
  of_file uuid := case tg_table_name when 'payout' then (to_jsonb(new) ->> 'file_id')::uuid else new.id end;
begin
  if not exists (select 1 from payout_file f where f.id = of_file and is_filed(f)) then
    raise check_violation using message = format('file %s does not say what its payouts say', of_file), constraint = 'payout_file_true';
  end if;
  return null;
end $$;
create constraint trigger payout_file_true after insert on payout_file deferrable initially deferred
  for each row execute function check_filed();
create constraint trigger payout_filed_true after update of file_id on payout deferrable initially deferred
  for each row when (old.file_id is distinct from new.file_id) execute function check_filed();
-- Fiat is prepared by standing in a file, and in no other way.
alter table payout add constraint payout_prepared check (status <> 'PREPARED' or not is_fiat(asset) or file_id is not null);
