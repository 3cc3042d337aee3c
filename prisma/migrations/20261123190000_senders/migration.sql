-- Who paid, where a transaction may have several senders: read from the node after the sighting, compared with sanctions
-- lists, never shown as an address to pay back to (rulebook 7.22).
create table deposit_sender (
  deposit_id uuid not null references deposit,
  address text not null check (length(address) between 1 and 128),
  primary key (deposit_id, address)
);
-- Null: not read yet; false: the node does not keep the transactions that were spent.
alter table deposit add column senders_told boolean;
create index deposit_senders_unread on deposit (network, created_at)
  where senders_told is null and source_address is null and status = 'UNCONFIRMED';
