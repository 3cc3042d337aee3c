-- A rule by BELL says for whom the bell of the desk rings, and of what: it names a person or a role, and has no address.
alter table notification_rule
  drop constraint notification_rule_channel_check,
  drop constraint notification_rule_check,
  drop constraint notification_rule_check2,
  add constraint notification_rule_channel_check check (channel in ('MAIL', 'BELL', 'SLACK', 'TEAMS')),
  add constraint notification_rule_check check ((channel in ('SLACK', 'TEAMS')) = (url_sealed is not null)),
  add constraint notification_rule_check2 check (num_nonnulls(role, user_id) = case when channel in ('MAIL', 'BELL') then 1 else 0 end);
