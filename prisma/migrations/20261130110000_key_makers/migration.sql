-- Whoever makes a key sees its secret, or brings its public half: what the key asks for they have asked for themselves.
-- They stay with the key, and with every key that takes its place; a key that the command line made has none.
alter table api_key add column maker_user_ids uuid[] not null default '{}';
alter table approval add column asked_maker_ids uuid[] not null default '{}';
