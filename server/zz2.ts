import { openPGlite } from '@server/db/open-pglite';
try { const o = await openPGlite('/tmp/zzdata'); console.log('opened'); setTimeout(()=>o.close(), 4000);} catch (e) { console.log(String(e)); }
