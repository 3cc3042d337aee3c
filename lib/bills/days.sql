-- name: closeDays
select close_bill_days(:most::integer) as "closed!"
