-- A wallet is added first and activated second, when its first addresses have been compared; replaced ones stay watched.
alter table wallet
  add column created_by text not null default 'operator',
  add column activated_at timestamptz,
  add column activated_by text;

update wallet set activated_at = created_at, activated_by = 'operator' where active;
