import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Uploads the packed pytest plug-in: `node releases/publish-plugin.ts FOLDER`. PYTHON_INDEX and PYTHON_UPLOAD are the URLs of
 * the index. It trusts the workflow in place of a
 * password, so no program of a third party runs where it is trusted. A second run uploads what is missing.
 */
const [folder = ''] = process.argv.slice(2);
const { PYTHON_INDEX: index = '', PYTHON_UPLOAD: upload = '' } = process.env;

const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.whl')) ?? 'a wheel');
const about = metadata();
const name = about.get('name')?.[0] ?? '';
const version = about.get('version')?.[0] ?? '';
const digest = createHash('sha256').update(readFileSync(file)).digest('hex');

const there = await publishedDigest();
if (there === undefined) await send(await uploadToken());
else if (there === digest) console.log(`The index has ${name} ${version} already.`);
else
  throw new Error(
    `The index has ${basename(file)} with other bytes. Run the failed jobs again, not all jobs: those take what was packed before.`,
  );

/** The headers of the package's description, by their names in a form: `requires_python`, and all values of each. */
function metadata(): Map<string, string[]> {
  const text = readFileSync(join(folder, 'METADATA'), 'utf8').replaceAll('\r\n', '\n');
  const end = text.indexOf('\n\n');
  const found = new Map<string, string[]>();
  for (const [, header = '', value = ''] of text.slice(0, end).matchAll(/^([\w-]+): (.*)$/gm)) {
    const field = header
      .toLowerCase()
      .replaceAll('-', '_')
      .replace(/^classifier$/, 'classifiers');
    found.set(field, [...(found.get(field) ?? []), value]);
  }
  return found.set('description', [text.slice(end + 2)]);
}

/** @returns the SHA-256 of the wheel in the index, undefined if it has none of this version */
async function publishedDigest(): Promise<string | undefined> {
  const reply = await fetch(`${index}/pypi/${name}/${version}/json`);
  if (reply.status === 404) return undefined;
  if (!reply.ok) throw new Error(`The index answers ${reply.status} to a question about ${name} ${version}.`);
  const { urls } = (await reply.json()) as { urls: { filename: string; digests: { sha256: string } }[] };
  return urls.find(({ filename }) => filename === basename(file))?.digests.sha256;
}

/** Trades the identity of the job for a token that lasts some minutes. */
async function uploadToken(): Promise<string> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer } = process.env;
  if (url === undefined || bearer === undefined)
    throw new Error('The job has no identity: it needs `id-token: write`.');
  const { audience } = await ask<{ audience: string }>(`${index}/_/oidc/audience`);
  const { value } = await ask<{ value: string }>(`${url}&audience=${encodeURIComponent(audience)}`, {
    headers: { authorization: `bearer ${bearer}` },
  });
  const { token } = await ask<{ token: string }>(`${index}/_/oidc/mint-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: value }),
  });
  return token;
}

async function ask<T>(url: string, init?: RequestInit): Promise<T> {
  const reply = await fetch(url, init);
  // The URL of the job's identity has a secret in its query.
  if (!reply.ok) throw new Error(`${new URL(url).origin} answers ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as T;
}

async function send(token: string): Promise<void> {
  const form = new FormData();
  form.set(':action', 'file_upload');
  form.set('protocol_version', '1');
  form.set('filetype', 'bdist_wheel');
  form.set('pyversion', 'py3');
  form.set('sha256_digest', digest);
  for (const [field, values] of about) for (const value of values) form.append(field, value);
  form.set('content', new Blob([readFileSync(file)]), basename(file));
  const reply = await fetch(upload, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`__token__:${token}`)}` },
    body: form,
  });
  if (!reply.ok)
    throw new Error(`The index answers ${reply.status} to ${basename(file)}: ${await reply.text()}`);
  console.log(`${basename(file)} is uploaded.`);
}
