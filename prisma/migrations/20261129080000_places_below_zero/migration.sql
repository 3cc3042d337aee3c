-- A venue or a bank account may stand below zero until it is funded, and is a case meanwhile (rulebook 13.34).

-- What a venue itself says is below zero of ours, since when.
create table venue_below (
  venue text not null references venue_watch,
  symbol text not null check (symbol in ('BTC', 'BCH', 'USDT', 'USDC', 'EUR', 'USD', 'GBP', 'CAD', 'JPY')),
  quantity numeric not null check (quantity < 0),
  since timestamptz not null,
  primary key (venue, symbol)
);

-- By which posting a balance fell below zero: few of all, so that the last one is found at once.
create index posting_below_zero on posting (ledger_account_id, id) where balance < 0 and balance >= amount;

-- Places below zero, by the books or by what they themselves say: `booked` and `told` are absent where they are not below it.
-- A venue knows a crypto, not its network. A bank says so by its last statement.
create function places_below_zero() returns table (place text, symbol text, booked numeric, told numeric, since timestamptz)
language sql stable as $$
  with booked as (
    select case l.code when 'bank' then 'bank:main' else l.code end as place, crypto_of(l.asset) as symbol,
      trim_scale(sum(amount_of(l.balance, l.asset))) as amount,
      min((select t.at from posting p join ledger_transaction t on t.id = p.transaction_id
        where p.ledger_account_id = l.id and p.balance < 0 and p.balance >= p.amount and l.balance < 0 order by p.id desc limit 1)) as since
    from ledger_account l where l.code = 'bank' or starts_with(l.code, 'bank:') or starts_with(l.code, 'venue:')
    group by 1, 2 having sum(amount_of(l.balance, l.asset)) < 0
  ),
  stated as (
    select distinct on (s.place, s.asset) s.place, s.asset as symbol, amount_of(s.closing_units, s.asset) as amount
    from bank_statement s where s.closing_units is not null order by s.place, s.asset, s.closed_at desc, s.id desc
  ),
  told as (
    select 'venue:' || v.venue as place, v.symbol, trim_scale(v.quantity) as amount, v.since from venue_below v
    union all select s.place, s.symbol, trim_scale(s.amount), (select min(b.closed_at) from bank_statement b
      where b.place = s.place and b.asset = s.symbol and b.closing_units < 0 and b.closed_at > coalesce((select max(a.closed_at)
        from bank_statement a where a.place = s.place and a.asset = s.symbol and a.closing_units >= 0), '-infinity'))
    from stated s where s.amount < 0
  )
  select coalesce(b.place, t.place), coalesce(b.symbol, t.symbol), b.amount, t.amount, coalesce(least(b.since, t.since), to_timestamp(0))
  from booked b full join told t on t.place = b.place and t.symbol = b.symbol
$$;
