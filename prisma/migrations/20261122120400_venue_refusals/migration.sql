alter table sandbox_venue
  drop constraint sandbox_venue_fault_check,
  add constraint sandbox_venue_fault_check check (fault in ('none', 'reject', 'timeout-after-accept', 'timeout-before-accept',
    'partial', 'slow', 'insufficient-funds', 'clock-ahead', 'thin'));

-- Who refused a pair within the last moments: the next order goes to another venue.
create index venue_order_refused on venue_order (asset, fiat, updated_at) where status = 'REFUSED';
