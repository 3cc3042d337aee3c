-- A block was taken back while an invoice is selling this deposit: its reversal waits here for the outcome, and the scan of
-- the chain goes on. Where the new branch holds the payment again, its block columns say so meanwhile.
alter table deposit add column reversal_due_at timestamptz;
create index deposit_reversal_due on deposit (reversal_due_at) where reversal_due_at is not null;
