import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exchangesFolder, readExchangeFiles } from '../../src/contract/folder.ts';
import { openGoldenSandbox, replyOf } from './sandbox.ts';

/**
 * Records the reply of every exchange again: `npm run exchanges:record`. Review the changes: clients will see them.
 */
const sandbox = await openGoldenSandbox();
const changed: string[] = [];
for (const [name, { reply: before, elsewhere, ...file }] of readExchangeFiles()) {
  if (Object.keys(file.request.headers ?? {}).some((header) => header.toLowerCase() === 'prefer'))
    throw new Error(`${name} sends Prefer, which the sandbox of the exchanges ignores`);
  const reply = replyOf(await sandbox.replay({ name, ...file }));
  if (JSON.stringify(reply) === JSON.stringify(before)) continue;
  changed.push(name);
  writeFileSync(
    join(exchangesFolder, `${name}.json`),
    `${JSON.stringify({ ...file, elsewhere, reply }, null, 2)}\n`,
  );
}
await sandbox.close();
console.log([`${changed.length} replies changed`, ...changed].join('\n'));
