-- What stands on invoices of fees about tax (rulebook 13.9), as the letterhead does: a change waits for a second person.
insert into setting_rule (name, owner, looser, word, unset) values ('feeTaxNote', 'house', 'any', null, null);
