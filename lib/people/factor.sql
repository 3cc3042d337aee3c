-- name: hasSecondFactor
select has_second_factor(:userId::uuid) as "has!"

-- name: deleteSpentChallenges
delete from spent_challenge where digest in (
  select digest from spent_challenge
  where spent_at < clock_timestamp() - make_interval(secs => :olderThanSeconds) order by spent_at limit 5000)

-- name: spendChallenge
insert into spent_challenge (digest) values (:digest) on conflict do nothing
