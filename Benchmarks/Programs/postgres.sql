-- asking device
SELECT d.number, d.id, d.name, d.created, d.seen, d.seen_seq, d.format, d.last_n, d.settled_n, t.created, t.next FROM tokens t, devices d WHERE t.user_id = $1 AND (t.hash = $2 OR t.next = $2) AND d.user_id = $1 AND d.number = t.device AND d.ended IS NULL
-- begin
BEGIN
-- lock
SELECT seq FROM users WHERE user_id = $1 FOR UPDATE
-- state
SELECT epoch, seq, mark, gc_floor, entry_count, stored FROM users WHERE user_id = $1 AND (TRUE)
-- mark
SELECT mark FROM ledger WHERE user_id = $1 AND (seq = $2)
-- definitions
SELECT fields FROM entries WHERE user_id = $1 AND (kind = 'definition' AND deleted = 0 AND fields LIKE '%unique:%')
-- followed
SELECT kind, field FROM uniques WHERE user_id = $1 AND (TRUE)
-- find entries
SELECT found.* FROM unnest($2::uuid[]) AS x (id), LATERAL (SELECT id, ver, device, deleted, kind, CASE WHEN coalesce(octet_length(versions), 0) + coalesce(octet_length(fields), 0) <= 16384 THEN versions END, CASE WHEN coalesce(octet_length(versions), 0) + coalesce(octet_length(fields), 0) <= 16384 THEN fields END, CASE WHEN coalesce(octet_length(versions), 0) + coalesce(octet_length(fields), 0) <= 16384 THEN 0 ELSE 1 END FROM entries WHERE user_id = $1 AND entries.id = x.id OFFSET 0) AS found
-- keep entries
INSERT INTO entries (user_id, id, ver, device, deleted, kind, versions, fields) SELECT u.user_id, x.id, x.ver, x.device, x.deleted, x.kind, x.versions, x.fields FROM users u, unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[]) AS x (id, ver, device, deleted, kind, versions, fields) WHERE u.user_id = $1 ON CONFLICT (user_id, id) DO UPDATE SET ver = excluded.ver, device = excluded.device, deleted = excluded.deleted, versions = excluded.versions, fields = excluded.fields
-- ledger
INSERT INTO ledger (user_id, seq, device, n, at, mark, digest, result, entry) SELECT u.user_id, x.seq, x.device, x.n, x.at, x.mark, x.digest, x.result, x.entry FROM users u, unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::uuid[], $8::text[], $9::uuid[]) AS x (seq, device, n, at, mark, digest, result, entry) WHERE u.user_id = $1
-- advance
UPDATE users SET seq = $2, mark = $3, entry_count = $4, stored = $5 WHERE user_id = $1 AND (TRUE)
-- progress
UPDATE devices SET last_n = $3, settled_n = $4, seen_seq = $5, seen = CASE WHEN seen < $6 THEN $6 ELSE seen END WHERE user_id = $1 AND (number = $2)
-- begin reading
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY
-- page
SELECT ver, id, kind, deleted, fields, device FROM (SELECT *, sum(CASE deleted WHEN 0 THEN octet_length(fields) ELSE 0 END) OVER (ORDER BY ver ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING) AS before FROM (SELECT ver, id, kind, deleted, fields, device FROM entries WHERE user_id = $1 AND (ver > $3) ORDER BY ver LIMIT $2) AS page) AS page WHERE before IS NULL OR before < 1048576 ORDER BY ver
-- device name
SELECT name FROM devices WHERE user_id = $1 AND (number = $2)
-- commit
COMMIT
