-- Events, promises and sales keep the number of the transaction that wrote them, and are read up to those that have ended. A
-- server into which the rows were read from a dump counts from the beginning: what is kept would seem to be written in its
-- future, and what it writes to have been seen long ago. It is made to count on from where the other one stood.

-- The highest number that any row keeps; the tables are those of the moment.
create function highest_transaction() returns xid8 language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  kept record;
  found xid8;
  highest xid8 := '0';
begin
  for kept in select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.udt_name = 'xid8' and t.table_type = 'BASE TABLE'
  loop
    execute format('select max(%I) from %I', kept.column_name, kept.table_name) into found;
    if found > highest then
      highest := found;
    end if;
  end loop;
  return highest;
end $$;

-- Uses up so many numbers. Nothing is written: a second is enough for some hundred thousand.
create procedure pass_transactions(quantity integer) language plpgsql as $$
begin
  for nth in 1..quantity loop
    perform pg_current_xact_id();
    commit;
  end loop;
end $$;
