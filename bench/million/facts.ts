import pg from 'pg';

/** Values of records in the middle of the data, which the calls ask for. */
export interface Facts {
  readonly serial: string;
  readonly deviceId: string;
  readonly busyDeviceId: string;
  readonly saleId: string;
  readonly number: string;
  readonly customerId: string;
  readonly resellerId: string;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
  readonly company: string;
  readonly preorderId: string;
  readonly preorderNumber: string;
  readonly batchCode: string;
  readonly releaseId: string;
}

/** Reads them. @throws Error when the data lack one */
export async function readFacts(databaseUrl: string): Promise<Facts> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `with device_ as (select * from device where status = 'ACTIVE' order by created_at desc offset (select count(*) / 2 from device where status = 'ACTIVE') limit 1),
            sale_ as (select * from sale where status = 'FULFILLED' order by created_at desc offset (select count(*) / 4 from sale) limit 1),
            customer_ as (select * from customer where email is not null and phone is not null and telegram_username is not null
                           order by created_at desc offset (select count(*) / 4 from customer) limit 1),
            preorder_ as (select * from preorder where deleted_at is null order by created_at desc offset (select count(*) / 2 from preorder) limit 1)
       select d.serial, d.id as "deviceId", (select device_id from heartbeat order by received_at desc limit 1) as "busyDeviceId", s.id as "saleId", s.number,
              c.id as "customerId", (select customer_id from sale group by 1 order by count(*) desc limit 1) as "resellerId",
              c.full_name as "fullName", c.email, c.phone, (select company from customer where company is not null order by created_at desc limit 1) as company,
              p.id as "preorderId", p.number as "preorderNumber", b.code as "batchCode",
              (select release_id from installation group by 1 order by count(*) desc limit 1) as "releaseId"
         from device_ d join inventory_batch b on b.id = d.batch_id, sale_ s, customer_ c, preorder_ p`,
    );
    const [facts] = rows;
    if (!facts || Object.values(facts).includes(null)) throw new Error(`the seeded data lack ${JSON.stringify(facts)}`);
    return facts;
  } finally {
    await client.end();
  }
}
