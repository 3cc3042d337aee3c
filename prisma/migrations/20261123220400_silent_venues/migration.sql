-- When a venue has told its transfers last: one that does not tell them is a case, since what leaves it would go unseen.
alter table venue_watch add column answered_at timestamptz;
