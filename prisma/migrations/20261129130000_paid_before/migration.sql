-- A payout that the bank had paid before the database was restored is agreed to anew after its line came: the line that
-- names it, over its sum, is its own (rulebook 13.35).

create or replace function bank_line_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select 1 from bank_statement s where s.id = new.statement_id and s.place = new.place and s.asset = new.asset) then
      raise check_violation using message = 'a line is of its statement''s account', constraint = 'bank_line_account';
    end if;
    -- What two persons, or a machine's key, have answered for is the file as it is: no line is added to it later.
    if not exists (select 1 from bank_statement s where s.id = new.statement_id
      and s.xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296) then
      raise restrict_violation using message = 'a line comes with its statement';
    end if;
  elsif old.belongs_to <> 'NOBODY' or new.belongs_to = 'NOBODY'
    or (new.belongs_to <> 'PARTS' and (new.linked_by is null or new.note is null)) then
    raise restrict_violation using message = 'a line is linked once: by its sum, or by somebody, with a note';
  elsif new.belongs_to = 'PAYOUT' and not (new.side = 'DEBIT' and exists (select 1 from payout o
    where o.id = new.payout_id and o.asset = new.asset and o.quantity_units = new.units
      and (o.status = 'RECORDED' and new.place = 'bank:main' and o.bank_reference in (new.reference, new.end_to_end)
        or o.status = 'APPROVED' and strpos(replace(lower(concat_ws(' ', new.end_to_end, new.remittance)), '-', ''),
          replace(o.id::text, '-', '')) > 0))) then
    raise check_violation using message = 'a line is linked to a payout that is recorded as it, or that it names', constraint = 'bank_line_payout_recorded';
  end if;
  if new.reversal_of is not null and ((new.side = 'DEBIT' and new.belongs_to in ('PAYOUT', 'PARTS')) or (new.belongs_to = 'MOVE' and new.linked_by is null)) then
    raise check_violation using message = 'what a bank takes back pays nothing of ours by itself', constraint = 'bank_line_reversal';
  end if;
  return new;
end $$;
