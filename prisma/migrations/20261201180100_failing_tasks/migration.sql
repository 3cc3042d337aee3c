-- What a worker fails at, task by task, and for how many milliseconds by now: it says so with each of its beats.
alter table worker_heartbeat add column failing jsonb not null default '{}';
