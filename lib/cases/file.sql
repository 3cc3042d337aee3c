-- name: ensureFile
insert into case_file (account_id, case_id, updated_at) values (:accountId::uuid, :caseId, business_now()) on conflict do nothing

-- name: lockFile
select assignee_id, muted_until, closed_at from case_file where account_id = :accountId::uuid and case_id = :caseId for update

-- name: assignFile
update case_file set assignee_id = :userId?::uuid, updated_at = business_now()
where account_id = :accountId::uuid and case_id = :caseId

-- name: muteFile
update case_file set muted_until = :until?::timestamptz, updated_at = business_now()
where account_id = :accountId::uuid and case_id = :caseId

-- name: closeFile
update case_file set closed_at = case when :closing then business_now() end, closed_by = :by?,
  closed_reason = :reason?, closed_mark = :mark?, updated_at = business_now()
where account_id = :accountId::uuid and case_id = :caseId

-- name: markLooked
insert into case_look (user_id, account_id, looked_at) values (:userId::uuid, :accountId::uuid, business_now())
on conflict (user_id, account_id) do update set looked_at = excluded.looked_at
