-- A deposit that was confirmed before a node was asked who paid it is asked for as well (rulebook 7.22).
drop index deposit_senders_unread;
create index deposit_senders_unread on deposit (created_at) where senders_told is null and source_address is null;
