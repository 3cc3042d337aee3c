-- When the house sells what it is paid: once it has bought it, or at the sight of a payment (rulebook 13.15). At sight its
-- sales run ahead of its purchases; what was sold for a payment that vanishes is bought back.
insert into setting_rule (name, owner, looser, word, unset) values ('hedgeAt', 'house', 'word', 'SEEN', 'CONFIRMED');

alter table venue_order
  add column side text not null default 'SELL' check (side in ('SELL', 'BUY')),
  add constraint venue_order_bought_back check (side = 'SELL' or purpose = 'HEDGE');
alter table sandbox_order add column side text not null default 'SELL' check (side in ('SELL', 'BUY'));

-- What payments in sight will bring the house at the prices of their bills, less explicit fees: those in a block, and of
-- the others those that are hard to take back. A statement that reads the book too sees no payment in both.
create function seen_promises() returns table (asset text, fiat text, units numeric) language sql stable as $$
  select s.asset, s.fiat, s.units - case when s.fee_model = 'EXPLICIT' then floor(s.units * s.explicit_fee_bps / 10000) else 0 end
  from (
    select b.asset, b.fiat, b.fee_model, b.explicit_fee_bps, least(b.promised_units, sum(d.quantity_units)) as units
    from deposit d join bill b on b.id = d.bill_id
    where d.status = 'UNCONFIRMED' and b.promised_units > 0 and not d.wrong_asset and not d.dust
      and d.first_seen <= b.expires_at and d.reason_code is distinct from 'BEFORE_BILL'
      and (d.block_height is not null or (d.replaceable is not true and (d.fee_rate < d.fee_estimate) is not true))
    group by b.id
  ) s
$$;
