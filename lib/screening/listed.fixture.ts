import type { Ctx } from "#lib/kernel/context.ts";

/** A list of sanctions of 20 November 2026 that names one address of bitcoin; the last id of all is the newest list. */
export async function listAddress(
  { db }: Ctx,
  address: string,
  id = "ffffffff-ffff-7fff-8fff-ffffffffffff",
): Promise<void> {
  await db.$executeRawUnsafe(
    "insert into sanctions_list (id, source, published_on, sha256, entries, imported_by) values ($1::uuid, 'OFAC SDN', '2026-11-20', repeat('0', 64), 1, 'test')",
    id,
  );
  await db.$executeRawUnsafe(
    "insert into sanctioned_address (list_id, network, address, entry, name, programs) values ($1::uuid, 'bitcoin', $2, '1', 'x', 'x')",
    id,
    address,
  );
  await db.$executeRawUnsafe(
    `insert into audit (at, actor, action, object_kind, object_id, detail, request_id) select business_now(), 'test', 'screening.import', 'sanctions_list', id::text,
      jsonb_build_object('publishedOn', published_on, 'sha256', sha256, 'entries', entries, 'addresses', 1, 'digest', digest_of_list(id)), 'test'
      from sanctions_list where id = $1::uuid`,
    id,
  );
}
