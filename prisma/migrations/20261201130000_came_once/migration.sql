-- What came is in the books once: as a deposit of a bill, for no bill, or as what a move brings, however often its block is read.
create function came_once() returns trigger language plpgsql as $$
begin
  if (select count(*) from (
      select from deposit where network = new.network and tx_hash = new.tx_hash and output_index = new.output_index and block_hash is not null
      union all
      select from stray_deposit where network = new.network and tx_hash = new.tx_hash and output_index = new.output_index and block_hash is not null
      union all
      select from move_arrival where network = new.network and tx_hash = new.tx_hash and output_index = new.output_index and block_hash is not null) o) > 1 then
    raise unique_violation using message = 'what a block has brought is in the books once', constraint = 'came_once';
  end if;
  return null;
end $$;
create trigger deposit_came after insert on deposit for each row when (new.block_hash is not null) execute function came_once();
create trigger deposit_placed after update of block_hash on deposit for each row
  when (new.block_hash is not null and new.block_hash is distinct from old.block_hash) execute function came_once();
create trigger stray_deposit_came after insert on stray_deposit for each row when (new.block_hash is not null) execute function came_once();
create trigger stray_deposit_placed after update of block_hash on stray_deposit for each row
  when (new.block_hash is not null and new.block_hash is distinct from old.block_hash) execute function came_once();
create trigger move_arrival_came after insert on move_arrival for each row when (new.block_hash is not null) execute function came_once();
create trigger move_arrival_placed after update of block_hash on move_arrival for each row
  when (new.block_hash is not null and new.block_hash is distinct from old.block_hash) execute function came_once();
