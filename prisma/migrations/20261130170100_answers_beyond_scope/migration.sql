-- What these operations answer goes by more of the caller than the scope by which the request log is read: a viewer read in it
-- whom an administrator had found, and an account what the operator's people see of its conversions alone.
update request_log set body = null, answer = null
where status < 400 and (body is not null or answer is not null) and (
  route in ('/manage/v1/search', '/house/v1/search', '/manage/v1/comments', '/house/v1/comments', '/manage/v1/exports',
    '/manage/v1/exports/count', '/manage/v1/exports/[exportId]', '/manage/v1/exports/[exportId]/again')
  or (caller like 'staff:%' and scope like 'conversions:%' and answer ~ '"(cost|detail)":'));
