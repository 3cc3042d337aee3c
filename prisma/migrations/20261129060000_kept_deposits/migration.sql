-- What is kept unconverted has been judged without what is reserved for its way out since payouts are prepared; the index
-- still left that out, so that cases of an account read all of its deposits.
drop index deposit_kept;
create index deposit_kept on deposit (account_id)
  where reason_code in ('BILL_EXPIRED', 'LIMIT_NOT_MET', 'CONVERSION_FAILED', 'INSUFFICIENT_LIQUIDITY') and unconverted_units > locked_units + reserved_units;
