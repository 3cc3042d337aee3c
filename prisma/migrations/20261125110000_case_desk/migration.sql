-- How long cases may wait, by their grade: the house's to say, and no guard.
insert into setting_rule (name, owner, looser, word, unset) values
  ('urgentCaseMs', 'house', 'never', null, '14400000'),
  ('normalCaseMs', 'house', 'never', null, '86400000'),
  ('lowCaseMs', 'house', 'never', null, '432000000');

-- Whom a note addresses.
alter table case_entry add column mentions uuid[] not null default '{}';
create index case_entry_mentions on case_entry using gin (mentions) where mentions <> '{}';

alter table export_job drop constraint export_job_list_check,
  add constraint export_job_list_check check (list in ('payments', 'conversions', 'statement', 'audit', 'cases'));
