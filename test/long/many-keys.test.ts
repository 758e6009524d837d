import { expect, it } from 'vitest';
import { load } from '../bench/load.ts';
import { main, portOf, startServer, stopServer, urlOf, usageOf } from '../bench/servers.ts';

const requests = 1_000_000;
const keys = 300;
const maxMiB = 180;

it(`the compiled program stays under ${maxMiB} MiB after a million requests of ${keys} keys`, async () => {
  const server = await startServer([main, 'start', '--port', '0', '--log-level', 'silent']);
  const found = await fetch(`${urlOf(server)}/__admin/world/creators?platform=clip&limit=100`);
  const { creators } = (await found.json()) as { creators: { handle: string }[] };
  const calls = Array.from({ length: keys * 7 }, (_, n) =>
    Buffer.from(
      `GET /clip/profile?uniqueId=${creators[n % creators.length]?.handle} HTTP/1.1\r\nhost: localhost\r\n` +
        `api-key: sandbox:unlimited:many-${n % keys}\r\n\r\n`,
    ),
  );
  const cpu: number[] = [];
  for (let quarter = 0; quarter < 4; quarter++) {
    const before = await usageOf(server.child);
    await load(portOf(server), calls, requests / 4);
    cpu.push(((await usageOf(server.child)).cpuMicroseconds - before.cpuMicroseconds) / (requests / 4));
  }
  // Sources take more: Node keeps their text and strips their types. The garbage of the last requests may go a little later.
  const limit = main.endsWith('.ts') ? maxMiB + 40 : maxMiB;
  const residentNow = async () => (await usageOf(server.child)).residentMiB;
  const residentMiB = await residentNow();
  await expect.poll(residentNow, { interval: 1_000 }).toBeLessThan(limit);
  await stopServer(server.child);
  console.log(
    `${requests} requests of ${keys} keys: ${residentMiB.toFixed(0)} MiB resident, ` +
      `${cpu.map((each) => each.toFixed(0)).join(', ')} µs of processor a request in the quarters`,
  );
});
