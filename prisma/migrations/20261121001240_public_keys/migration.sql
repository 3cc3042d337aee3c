-- A key is either a secret that we keep sealed, or the public half of one that never leaves the caller (Ed25519, RFC 8032).
alter table api_key alter column secret_sealed drop not null;
alter table api_key add column public_key bytea check (octet_length(public_key) = 32);
alter table api_key add constraint api_key_one_proof check ((secret_sealed is null) <> (public_key is null));
