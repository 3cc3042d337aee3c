-- What papers and the payer's page say of whom they come from (rulebook 12.2). Whatever stands before a payer or an
-- auditor in somebody's name waits for a second person, as every value without a direction.
insert into setting_rule (name, owner, looser, word, unset) values
  ('issuerName', 'house', 'any', null, null),
  ('issuerAddress', 'house', 'any', null, null),
  ('issuerTaxId', 'house', 'any', null, null),
  ('merchantName', 'account', 'any', null, null),
  ('returnUrl', 'account', 'any', null, null);
