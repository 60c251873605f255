-- asking device
SELECT d.number, d.id, d.name, d.created, d.seen, d.seen_seq, d.format, d.last_n, d.settled_n, t.created, t.next FROM tokens t, devices d WHERE t.user_id = ?1 AND (t.hash = ?2 OR t.next = ?2) AND d.user_id = ?1 AND d.number = t.device AND d.ended IS NULL
-- lock
SELECT seq FROM users WHERE user_id = ?1
-- state
SELECT epoch, seq, mark, gc_floor, entry_count, stored FROM users WHERE user_id = ?1 AND (TRUE)
-- mark
SELECT mark FROM ledger WHERE user_id = ?1 AND (seq = ?2)
-- definitions
SELECT fields FROM entries WHERE user_id = ?1 AND (kind = 'definition' AND deleted = 0 AND fields LIKE '%unique:%')
-- followed
SELECT kind, field FROM uniques WHERE user_id = ?1 AND (TRUE)
-- find entries
SELECT id, ver, device, deleted, kind, CASE WHEN coalesce(length(CAST(versions AS BLOB)), 0) + coalesce(length(CAST(fields AS BLOB)), 0) <= 16384 THEN versions END, CASE WHEN coalesce(length(CAST(versions AS BLOB)), 0) + coalesce(length(CAST(fields AS BLOB)), 0) <= 16384 THEN fields END, CASE WHEN coalesce(length(CAST(versions AS BLOB)), 0) + coalesce(length(CAST(fields AS BLOB)), 0) <= 16384 THEN 0 ELSE 1 END FROM entries WHERE user_id = ?1 AND id = ?2
-- keep entries
INSERT INTO entries (user_id, id, ver, device, deleted, kind, versions, fields) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (user_id, id) DO UPDATE SET ver = excluded.ver, device = excluded.device, deleted = excluded.deleted, versions = excluded.versions, fields = excluded.fields
-- ledger
INSERT INTO ledger (user_id, seq, device, n, at, mark, digest, result, entry) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
-- advance
UPDATE users SET seq = ?2, mark = ?3, entry_count = ?4, stored = ?5 WHERE user_id = ?1 AND (TRUE)
-- progress
UPDATE devices SET last_n = ?3, settled_n = ?4, seen_seq = ?5, seen = CASE WHEN seen < ?6 THEN ?6 ELSE seen END WHERE user_id = ?1 AND (number = ?2)
-- page
SELECT ver, id, kind, deleted, fields, device FROM entries WHERE user_id = ?1 AND (ver > ?3) ORDER BY ver LIMIT ?2
-- device name
SELECT name FROM devices WHERE user_id = ?1 AND (number = ?2)
