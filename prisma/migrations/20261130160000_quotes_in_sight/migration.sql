-- Conversions that have a firm price, of which those with a live quote count under the house's limit of their crypto.
create index conversion_priced on conversion (base) where status in ('QUOTED', 'EXECUTING');
