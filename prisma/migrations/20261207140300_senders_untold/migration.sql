-- The few deposits of which no node told who paid, for how many they are.
create index deposit_senders_untold on deposit (created_at) where not senders_told;
