-- Trades at the house's venues that no order of the house made (rulebook 13.18): FOREIGN orders, booked as the house's own.
alter table venue_order drop constraint venue_order_status_check;
alter table venue_order add constraint venue_order_status_check check (status in ('OPEN', 'FILLED', 'REFUSED', 'LATE', 'FOREIGN'));
create index venue_order_foreign on venue_order (updated_at) where status = 'FOREIGN';
-- How far a venue's trades are explained.
alter table venue_watch add column traded_to timestamptz;
