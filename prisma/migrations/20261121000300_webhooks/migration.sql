-- Where an account wants its events sent. Endpoints are ended, never deleted: their deliveries are a record.
create table webhook_endpoint (
  id uuid primary key,
  account_id uuid not null references account,
  url text not null check (length(url) between 1 and 2048),
  description text not null default '' check (length(description) <= 256),
  event_types text[] not null default '{}',
  secret_sealed bytea not null,
  old_secret_sealed bytea,
  old_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('GONE', 'FAILING', 'MANUAL')),
  deleted_at timestamptz,
  check ((old_secret_sealed is null) = (old_secret_until is null)),
  check ((disabled_at is null) = (disabled_reason is null))
);
create index webhook_endpoint_account on webhook_endpoint (account_id) where deleted_at is null;

-- One row for each endpoint and event. Due at next_at by the business clock; a lease, by the wall clock, says who is sending it.
create table webhook_delivery (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint,
  event_seq bigint not null references event,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  tries integer not null default 0 check (tries >= 0),
  next_at timestamptz,
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  delivered_at timestamptz,
  unique (endpoint_id, event_seq),
  check ((status = 'PENDING') = (next_at is not null)),
  check ((lease is null) = (leased_until is null))
);
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_at, event_seq) where next_at is not null;
create index webhook_delivery_leased on webhook_delivery (leased_until) where leased_until is not null;
create index webhook_delivery_event on webhook_delivery (event_seq);

-- What became of each try: an HTTP status, or why there was none.
create table webhook_attempt (
  id bigint generated always as identity primary key,
  delivery_id uuid not null references webhook_delivery,
  at timestamptz not null,
  status_code integer,
  error text,
  duration_ms integer not null check (duration_ms >= 0),
  response text not null default ''
);
create index webhook_attempt_delivery on webhook_attempt (delivery_id, id);
create trigger webhook_attempt_append_only before update or delete on webhook_attempt for each row execute function refuse_change();

-- How far the outbox has been turned into deliveries. It begins now: before this there was no endpoint.
create table webhook_cursor (
  id boolean primary key default true check (id),
  tx xid8 not null,
  seq bigint not null
);
insert into webhook_cursor (tx, seq) values (pg_current_xact_id(), 0);
