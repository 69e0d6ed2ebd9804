import { openPGlite } from '@server/db/open-pglite';
import { prepareDatabase } from '@server/db/prepare';
import { sql } from 'drizzle-orm';
let t=performance.now(); const lap=(n:string)=>{console.log(n,(performance.now()-t).toFixed());t=performance.now()};
const o = await openPGlite('/tmp/zzdata'); lap('open');
await prepareDatabase(o.database, async()=>{}); lap('prepare');
const r = await o.database.execute(sql`select count(*) as c, now() as n from settings`); console.log((r as any).rows);
for (let i=0;i<50;i++) await o.database.execute(sql`insert into settings values (${'k'+i+Math.random()}, '1')`); lap('50 inserts');
await o.close(); lap('close');
