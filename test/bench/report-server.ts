/** Serves the sandbox with or without the counting of its report, for `report-cost.ts`: `node report-server.ts on|off` */
import { pino } from 'pino';
import { ensureWorld } from '../../seed/build.ts';
import { buildApp } from '../../src/app/app.ts';
import { openDeps } from '../../src/app/deps.ts';
import { readSettings } from '../../src/core/settings.ts';
import { openWorld } from '../../src/creators/world/world.ts';
import { cacheDir } from '../../src/system/cache-dir.ts';

const isOn = process.argv[2] === 'on';
const { settings } = readSettings({});
const { seed, size } = settings;
const world = openWorld(await ensureWorld({ seed, size, cacheDir: cacheDir() }));
const { deps } = await openDeps(settings, { world, log: pino({ level: 'silent' }) });
const app = await buildApp({ ...deps, tally: { ...deps.tally, on: isOn } }, { service: true, admin: false });
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
const port = typeof address === 'object' && address ? address.port : 0;
console.log(JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${port}` }));
process.on('SIGTERM', () => process.exit(0));
