import { id, PLACE } from './sql.ts';
import { type Step, sqlStep } from './step.ts';

const TEAM = [
  ['Nodira Aliyeva', 'ADMIN'],
  ['Jamshid Qodirov', 'OPERATIONS'],
  ['Svetlana Kim', 'OPERATIONS'],
  ['Sardor Rahimov', 'SALES'],
  ['Malika Yusupova', 'SALES'],
  ['Olga Smirnova', 'SALES'],
  ['Bekzod Ergashev', 'SALES'],
  ['Kamola Nazarova', 'SALES'],
  ['Timur Pak', 'SUPPORT'],
  ['Zarina Umarova', 'SUPPORT'],
  ['Dilshod Norov', 'FIRMWARE_MANAGER'],
  ['Anvar Saidov', 'VIEWER'],
] as const;

const addressOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@karvon.example`;

/** A team for the histories to name. Nobody knows its password: `karvon admin reset-password` gives one. */
export const team: Step = sqlStep({ name: 'team' }, ({ timeline: { from }, passwordHash }) => [
  `insert into admin (id, name, email, role, status, password_hash, must_change_password, created_at, updated_at)
   select ${id('admin', 'n', 1000)}, name, email, role, 'ACTIVE', '${passwordHash}', true, to_timestamp(${from}), to_timestamp(${from})
     from (values ${TEAM.map(([name, role], index) => `(${index + 1}, '${name}', '${addressOf(name)}', '${role}')`).join()}) as t (n, name, email, role)
   on conflict (email) do nothing`,
  `create function ${PLACE}.member(role text, share float8) returns uuid language sql stable as $$ select null::uuid $$`,
  `do $do$
   declare lists text;
   begin
     create table ${PLACE}.team as select id, email, role from admin where email in (${TEAM.map(([name]) => `'${addressOf(name)}'`).join()});
     select string_agg(format('when %L then (%L::uuid[])[1 + floor(share * %s)::int]', role, array_agg, cardinality(array_agg)), ' ')
       into lists from (select role, array_agg(id order by email) from ${PLACE}.team group by role) t;
     execute format('create or replace function ${PLACE}.member(role text, share float8) returns uuid language sql immutable parallel safe as %L',
                    'select case role ' || lists || ' end');
   end $do$`,
]);
