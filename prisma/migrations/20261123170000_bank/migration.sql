-- What our banks say (rulebook 13.17): statements as they were taken in, their lines, and what each line belongs to.
create table bank_statement (
  id uuid primary key,
  place text not null check (place ~ '^bank:' and is_place(place)),
  asset text not null check (asset in ('EUR', 'USD', 'GBP', 'CAD', 'JPY')),
  source text not null check (source in ('CAMT053', 'CSV', 'SANDBOX')),
  -- SHA-256 of the file: the same one is taken in once.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  reference text not null check (length(reference) between 1 and 200),
  opening_units balance_units,
  closing_units balance_units,
  -- How far it does not begin where the last one ended.
  gap_units balance_units not null default 0,
  closed_at timestamptz not null,
  taken_by text not null,
  taken_at timestamptz not null,
  check (num_nulls(opening_units, closing_units) in (0, 2))
);
create unique index bank_statement_digest on bank_statement (digest, place, asset);
create index bank_statement_last on bank_statement (place, asset, closed_at desc);
create trigger bank_statement_append_only before update or delete on bank_statement for each row execute function refuse_change();

create table bank_line (
  id uuid primary key,
  statement_id uuid not null references bank_statement,
  place text not null,
  asset text not null,
  side text not null check (side in ('CREDIT', 'DEBIT')),
  units units not null check (units > 0),
  -- The bank's own number of it.
  reference text not null check (length(reference) between 1 and 200),
  end_to_end text check (length(end_to_end) between 1 and 200),
  remittance text check (length(remittance) <= 1000),
  counterparty text check (length(counterparty) <= 200),
  booked_at timestamptz not null,
  -- NOBODY: nobody expects it; it is unassigned or missing, and a case.
  belongs_to text not null check (belongs_to in ('NOBODY', 'MOVE', 'PAYOUT')),
  move_id uuid references move,
  payout_id uuid references payout,
  -- Whether it was posted as nobody's, before somebody linked it.
  was_nobodys boolean not null default false,
  linked_by text,
  linked_at timestamptz,
  note text check (length(note) between 1 and 1000),
  check ((belongs_to = 'MOVE') = (move_id is not null) and (belongs_to = 'PAYOUT') = (payout_id is not null)),
  check (num_nulls(linked_by, linked_at) in (0, 2)),
  check (belongs_to <> 'NOBODY' or was_nobodys)
);
create unique index bank_line_reference on bank_line (place, asset, reference);
create unique index bank_line_payout on bank_line (payout_id, side) where payout_id is not null;
create index bank_line_of_nobody on bank_line (booked_at) where belongs_to = 'NOBODY';
create index bank_line_statement on bank_line (statement_id);
create index bank_line_move on bank_line (move_id) where move_id is not null;

create function bank_line_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select 1 from bank_statement s where s.id = new.statement_id and s.place = new.place and s.asset = new.asset) then
      raise check_violation using message = 'a line is of its statement''s account', constraint = 'bank_line_account';
    end if;
  elsif old.belongs_to <> 'NOBODY' or new.belongs_to = 'NOBODY' or new.linked_by is null or new.note is null then
    raise restrict_violation using message = 'a line is linked once, by somebody, with a note';
  end if;
  return new;
end $$;
create trigger bank_line_guard before insert or update on bank_line for each row execute function bank_line_guard();

-- What a bank tells of a move is a line of its account.
create function move_fact_of_bank() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from bank_line l join move m on m.id = new.move_id where l.id::text = new.proof and l.move_id = m.id
    and l.asset = m.asset and l.units = new.units and case new.side when 'LEFT' then l.side = 'DEBIT' and l.place = m.from_place
      else l.side = 'CREDIT' and l.place = m.to_place end) then
    raise check_violation using message = 'a bank tells of a move by a line', constraint = 'move_fact_of_bank';
  end if;
  return null;
end $$;
create constraint trigger move_fact_of_bank after insert on move_fact deferrable initially deferred
  for each row when (new.source = 'BANK') execute function move_fact_of_bank();

insert into ledger_event (event, object) values ('bank.credited', 'bank'), ('bank.debited', 'bank'), ('bank.linked', 'bank');
create function is_of_bank(entry ledger_transaction) returns boolean language sql stable as $$
  select entry.account_id is null and exists (select 1 from bank_line l where l.was_nobodys and l.id::text = split_part(entry.effect_key, ':', 2)
    and case entry.event when 'bank.linked' then l.belongs_to <> 'NOBODY' and entry.effect_key = 'bank:' || l.id || ':linked'
      else entry.effect_key = 'bank:' || l.id and l.side = case entry.event when 'bank.credited' then 'CREDIT' else 'DEBIT' end end
    and (select count(*) = 2 and count(*) filter (where p.asset = l.asset and p.debit
        = case when l.side = 'CREDIT' then l.units else -l.units end * case entry.event when 'bank.linked' then -1 else 1 end
          * case when a.code = code_of_place(l.place) then 1
            when a.code = case l.side when 'CREDIT' then 'house:unassigned' else 'house:missing' end then -1 end) = 2
      from posting p join ledger_account a on a.id = p.ledger_account_id where p.transaction_id = entry.id))
$$;
create or replace function is_explained(entry ledger_transaction) returns boolean language sql stable as $$
  select not exists (select 1 from moved_by(entry) where account_id is not null and account_id is distinct from entry.account_id)
    and case (select object from ledger_event where event = entry.event)
      when 'deposit' then is_of_deposit(entry)
      when 'fill' then is_of_fill(entry)
      when 'conversion' then is_of_conversion(entry)
      when 'payout' then is_of_payout(entry)
      when 'payout-step' then is_payout_step(entry)
      when 'outgoing' then is_outgoing(entry)
      when 'move' then is_of_move(entry)
      when 'bank' then is_of_bank(entry)
      when 'house' then is_of_house(entry)
      else false
    end
$$;
