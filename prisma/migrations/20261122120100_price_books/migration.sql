-- The newest bids of each exchange's book, best first, as [price, quantity]: what a size brings is walked through them.
create table price_book (
  source text not null,
  base text not null,
  fiat text not null,
  levels jsonb not null check (jsonb_typeof(levels) = 'array'),
  at timestamptz not null,
  primary key (source, base, fiat)
);
