import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandIn, type Given } from '../cli/io.ts';
import { newFolder } from '../new-folder.ts';

/** A folder of suites, each a script that ends with 1 when an assertion fails. */
export function suiteFolder() {
  const folder = newFolder();
  return {
    folder,
    /** @returns the command that runs it */
    suite(name: string, script: string): string[] {
      writeFileSync(join(folder, `${name}.mjs`), `${helpers}\n${script}\nprocess.exit(0);\n`);
      return [process.execPath, `${name}.mjs`];
    },
    run: (verb: string, flags: readonly string[], command: readonly string[], given: Given = {}) =>
      commandIn(folder, [verb, '--size', '60', ...flags, '--', ...command], given),
  };
}

const helpers = `
const url = process.env.CREATOR_SANDBOX_URL;
const key = 'sandbox:plan=1000,fractional:suite';
const get = async (path, secret = key) => {
  const reply = await fetch(url + path, { headers: { 'api-key': secret } });
  return { status: reply.status, body: await reply.json() };
};
const post = async (path, body, secret = key) => {
  const headers = { 'api-key': secret, 'content-type': 'application/json' };
  const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: reply.status, body: await reply.json() };
};
const assert = (holds, what) => {
  if (holds) return;
  console.error('FAILED: ' + what);
  process.exit(1);
};
`;
