-- Postings of before `enter_postings` drew their ids before their account was locked: of two that were made at once the later
-- id may have gone in first, and what each says its account stands at is then in the order of going in. Balances of past
-- instants are read in the order of ids (rulebook 8.12). What a posting moved stays as it is.
alter table posting disable trigger posting_append_only;
update posting p set balance = r.running
from (select id, sum(amount) over (partition by ledger_account_id order by id) as running from posting) r
where r.id = p.id and p.balance <> r.running;
alter table posting enable trigger posting_append_only;
