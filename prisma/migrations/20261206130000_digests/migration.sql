-- What rows said when they were written, as one digest that the audit record keeps: whoever changes such a row afterwards,
-- past the guards, cannot change a line under seal along with it. The verbs and the check ask the same functions.

-- The lines of a bank's statement as the bank told them; what they belong to is not part of it.
create function digest_of_lines(of_statement uuid) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(json_build_array(l.id, l.place, l.asset, l.side, l.units, l.reference,
    l.reversal_of, l.end_to_end, l.remittance, l.counterparty, l.counterparty_iban, epoch_ms(l.booked_at), epoch_ms(l.valued_at))::text,
    e'\n' order by l.id), ''), 'UTF8')), 'hex')
  from bank_line l where l.statement_id = of_statement
$$;

-- The addresses of a list of sanctioned ones.
create function digest_of_list(of_list uuid) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(json_build_array(a.network, a.address, a.entry, a.name, a.programs)::text,
    e'\n' order by a.network collate "C", a.address collate "C"), ''), 'UTF8')), 'hex')
  from sanctioned_address a where a.list_id = of_list
$$;

-- What a person signs in with: their address and the hash of their password, which has salt enough that nobody reads the
-- address from the digest once it is erased.
create function digest_of_sign_in(of_user uuid) returns text language sql stable as $$
  select encode(sha256(convert_to(json_build_array(u.email, u.password_hash)::text, 'UTF8')), 'hex') from staff_user u where u.id = of_user
$$;
