-- The audit record sealed in a chain: each seal holds the hash of a set of lines and of the seal before it, under a key that
-- is not in the database. Written beside the work, so that no deed waits for another.
create table audit_seal (
  id bigint primary key,
  sealed_at timestamptz not null default clock_timestamp(),
  lines int8multirange not null check (not isempty(lines)),
  line_count integer not null check (line_count > 0),
  lines_hash bytea not null,
  hash bytea not null
);
create trigger audit_seal_append_only before update or delete on audit_seal for each row execute function refuse_change();

-- One line as bytes that do not depend on where or when it is read.
create function audit_line_hash(line audit) returns bytea language sql immutable as $$
  select sha256(convert_to(jsonb_build_array(line.seq, floor(extract(epoch from line.at) * 1000000)::bigint, line.actor,
    line.action, line.account_id, line.object_kind, line.object_id, line.detail, line.request_id, line.client_address)::text, 'UTF8'))
$$;
