-- Lists of sanctioned addresses as they were imported; the newest one counts.
create table sanctions_list (
  id uuid primary key,
  source text not null check (source = 'OFAC SDN'),
  published_on text not null check (published_on ~ '^\d{4}-\d{2}-\d{2}$'),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  entries integer not null check (entries > 0),
  imported_at timestamptz not null default business_now(),
  imported_by text not null
);
create table sanctioned_address (
  list_id uuid not null references sanctions_list,
  network text not null check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  address text not null,
  entry text not null,
  name text not null,
  programs text not null,
  primary key (list_id, network, address)
);
-- Deposits whose sender stands on a list, found when they were confirmed or when a new list was imported.
create table screening_hit (
  deposit_id uuid primary key references deposit,
  account_id uuid not null references account,
  list_id uuid not null,
  network text not null check (network in ('bitcoin', 'bitcoincash', 'eth', 'tron')),
  address text not null,
  found_at timestamptz not null default business_now(),
  foreign key (list_id, network, address) references sanctioned_address
);
create trigger sanctions_list_append_only before update or delete on sanctions_list for each row execute function refuse_change();
create trigger sanctioned_address_append_only before update or delete on sanctioned_address for each row execute function refuse_change();
create trigger screening_hit_append_only before update or delete on screening_hit for each row execute function refuse_change();
