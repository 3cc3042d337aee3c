-- name: recordAudit
insert into audit (at, actor, action, account_id, object_kind, object_id, detail, request_id, client_address)
values (business_now(), :actorName, :action, :accountId?::uuid, :objectKind,
  :objectId, :detail::jsonb, :requestId, :clientAddress?)

-- part: appendAudit
-- Appends the rows of new_audit.
insert into audit (at, actor, action, account_id, object_kind, object_id, detail, request_id, client_address)
select at, actor, action, account_id, object_kind, object_id, detail, request_id, client_address from new_audit
