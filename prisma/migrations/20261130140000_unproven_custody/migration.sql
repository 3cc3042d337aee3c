-- Since when custody of a network is due to be proven against its nodes and cannot be (rulebook 13.5); null once it was.
-- Of the daily proof one network that fails is not seen behind another that does not.
create table custody_unproven (
  network text primary key check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  since timestamptz
);
