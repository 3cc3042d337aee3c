-- How a person reads: mails and papers are written so, and the desk is shown so. Null: they have not chosen.
alter table staff_user
  add column language text check (language in ('en', 'de')),
  add column numbers text check (numbers in ('LANGUAGE', 'COMMA_POINT', 'POINT_COMMA', 'SPACE_POINT', 'SPACE_COMMA')),
  add column zone text check (length(zone) between 1 and 64);
