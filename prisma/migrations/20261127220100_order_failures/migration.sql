-- Why an order has no fill, and why a bank's file was refused, as a code with facts beside the English sentence; the
-- language in which a spreadsheet has its heads.
alter table venue_order add column failure jsonb check (failure is null or failure ? 'code');
alter table bank_refusal add column failure jsonb check (failure is null or failure ? 'code');
alter table export_job add column language text not null default 'en' check (language in ('en', 'de'));
