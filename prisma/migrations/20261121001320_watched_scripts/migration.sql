-- A block's scripts are looked up whatever the network of their address: siblings share their keys.
create unique index deposit_address_script_network_key on deposit_address (script, network);
alter table deposit_address drop constraint deposit_address_network_script_key;
