-- The answer that made a refund link was kept whole, its token with it: whoever may read the request log could say where the
-- money goes. From now on it is struck out before it is written; here, of what was written before.
update request_log set
  answer = regexp_replace(answer, '#[[:word:]-]{43,}', '[struck out]', 'g'),
  body = regexp_replace(body, '#[[:word:]-]{43,}', '[struck out]', 'g'),
  target = regexp_replace(target, '#[[:word:]-]{43,}', '[struck out]', 'g')
where answer ~ '#[[:word:]-]{43}' or body ~ '#[[:word:]-]{43}' or target ~ '#[[:word:]-]{43}';
