/** A program whose request has one right call site: the line that ends with `// here`. */
export interface CallSiteCase {
  readonly name: string;
  /** By name; `main.mjs` or `main.cjs` is run. */
  readonly files: Readonly<Record<string, string>>;
  /** The function of the line; absent at the top of a file. */
  readonly function?: string;
  readonly wrappers?: string;
  /** Arguments of Node. */
  readonly node?: readonly string[];
  /** Requests that the program sends, all from that line; 1 when absent. */
  readonly requests?: number;
  /** The program is built into `dist/main.mjs` first, minified, with a map beside it or inline. */
  readonly built?: 'beside' | 'inline';
}

const url = "process.env.CREATOR_SANDBOX_URL + '/usage?uniqueId=annie'";
const headers = "{ 'api-key': 'demo-full' }";
const sleep = 'const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));';

export const callSiteCases: readonly CallSiteCase[] = [
  {
    name: 'fetch at the top of a file',
    files: { 'main.mjs': `await fetch(${url}, { headers: ${headers} }); // here` },
  },
  {
    name: 'fetch in a method of a file in a folder',
    files: {
      'src/client.mjs': `export class Client {\n  async profile() {\n    const reply = await fetch(${url}, { headers: ${headers} }); // here\n    return reply.json();\n  }\n}`,
      'main.mjs': `import { Client } from './src/client.mjs';\nawait new Client().profile();`,
    },
    function: 'profile',
  },
  {
    name: 'fetch after an await',
    files: {
      'main.mjs': `${sleep}\nasync function late() {\n  await sleep(5);\n  await fetch(${url}, { headers: ${headers} }); // here\n}\nawait late();`,
    },
    function: 'late',
  },
  {
    name: 'fetch with a Request',
    files: {
      'main.mjs': `const request = new Request(${url}, { headers: ${headers} });\nawait fetch(request); // here`,
    },
  },
  {
    name: 'fetch with Headers and a URL',
    files: {
      'main.mjs': `const headers = new Headers(${headers});\nconst url = new URL(${url});\nawait fetch(url, { headers }); // here`,
    },
  },
  {
    name: 'a wrapper that is named, in a file of its own',
    files: {
      'src/http.mjs': `export async function get(path) {\n  return fetch(process.env.CREATOR_SANDBOX_URL + path, { headers: ${headers} });\n}`,
      'src/client.mjs': `import { get } from './http.mjs';\nexport async function fetchProfile(id) {\n  return await get('/usage?uniqueId=' + id); // here\n}`,
      'main.mjs': `import { fetchProfile } from './src/client.mjs';\nawait fetchProfile('annie');`,
    },
    wrappers: 'src/http.mjs',
    function: 'fetchProfile',
  },
  {
    name: 'a package in between',
    files: {
      'node_modules/their-client/package.json':
        '{ "name": "their-client", "type": "module", "exports": "./index.js" }',
      'node_modules/their-client/index.js': `export const get = async (url) => fetch(url, { headers: ${headers} });`,
      'main.mjs': `import { get } from 'their-client';\nasync function load() {\n  return await get(${url}); // here\n}\nawait load();`,
    },
    function: 'load',
  },
  {
    name: 'a package that asks in a microtask',
    files: {
      'node_modules/their-client/package.json':
        '{ "name": "their-client", "type": "module", "exports": "./index.js" }',
      'node_modules/their-client/index.js': `export const get = async (url) => {\n  await null;\n  return fetch(url, { headers: ${headers} });\n};`,
      'main.mjs': `import { get } from 'their-client';\nasync function load() {\n  return await get(${url}); // here\n}\nawait load();`,
    },
    function: 'load',
  },
  {
    name: 'a loop of retries',
    files: {
      'main.mjs': `${sleep}\nasync function load() {\n  for (let n = 0; n < 3; n++) {\n    const reply = await fetch(${url}, { headers: { ...${headers}, prefer: 'code=503' } }); // here\n    if (reply.ok) return;\n    await sleep(5);\n  }\n}\nawait load();`,
    },
    function: 'load',
    requests: 3,
  },
  {
    name: 'a helper of retries in a package',
    files: {
      'node_modules/retrier/package.json': '{ "name": "retrier", "type": "module", "exports": "./index.js" }',
      'node_modules/retrier/index.js': `export async function retry(act) {\n  for (let n = 0; n < 3; n++) {\n    const reply = await act();\n    if (reply.ok) return reply;\n    await new Promise((resolve) => setTimeout(resolve, 5));\n  }\n}`,
      'main.mjs': `import { retry } from 'retrier';\nawait retry(() =>\n  fetch(${url}, { headers: { ...${headers}, prefer: 'code=503' } }), // here\n);`,
    },
    requests: 3,
  },
  {
    name: 'http.get',
    files: {
      'main.cjs': `const http = require('http');\nfunction load() {\n  http.get(${url}, { headers: ${headers} }, (reply) => reply.resume()); // here\n}\nload();`,
    },
    function: 'load',
  },
  {
    name: 'http.request with options',
    files: {
      'main.mjs': `import http from 'node:http';\nconst { hostname, port } = new URL(process.env.CREATOR_SANDBOX_URL);\nfunction load() {\n  const request = http.request({ hostname, port, path: '/usage?uniqueId=annie', headers: ${headers} }); // here\n  request.on('response', (reply) => reply.resume());\n  request.end();\n}\nload();`,
    },
    function: 'load',
  },
  {
    name: 'http.request as a named import, with raw headers',
    files: {
      'main.mjs': `import { request } from 'node:http';\nconst { hostname, port, host } = new URL(process.env.CREATOR_SANDBOX_URL);\nconst made = request({ hostname, port, path: '/usage?uniqueId=annie', headers: ['host', host, 'api-key', 'demo-full'] }); // here\nmade.on('response', (reply) => reply.resume());\nmade.end();`,
    },
  },
  {
    name: 'axios over fetch',
    files: {
      'main.mjs': `import axios from 'axios';\nconst api = axios.create({ adapter: 'fetch', baseURL: process.env.CREATOR_SANDBOX_URL, headers: ${headers} });\nasync function load() {\n  return await api.get('/usage', { params: { uniqueId: 'annie' } }); // here\n}\nawait load();`,
    },
    function: 'load',
  },
  {
    name: 'axios',
    files: {
      'main.mjs': `import axios from 'axios';\nasync function load() {\n  const reply = await axios.get(${url}, { headers: ${headers} }); // here\n  return reply.data;\n}\nawait load();`,
    },
    function: 'load',
  },
  {
    name: 'an instance of axios with interceptors',
    files: {
      'main.mjs': `import axios from 'axios';\nconst api = axios.create({ baseURL: process.env.CREATOR_SANDBOX_URL, headers: ${headers} });\napi.interceptors.request.use(async (config) => config);\nasync function load() {\n  return await api.get('/usage', { params: { uniqueId: 'annie' } }); // here\n}\nawait load();`,
    },
    function: 'load',
  },
  {
    name: 'axios, which an interceptor sends again',
    files: {
      'node_modules/again/package.json': '{ "name": "again", "type": "module", "exports": "./index.js" }',
      'node_modules/again/index.js': `export function again(api) {\n  api.interceptors.response.use(undefined, (error) => {\n    const { config } = error;\n    config.tries = (config.tries ?? 0) + 1;\n    if (config.tries > 2) throw error;\n    return new Promise((resolve) => setTimeout(() => resolve(api(config)), 5));\n  });\n}`,
      'main.mjs': `import axios from 'axios';\nimport { again } from 'again';\nconst api = axios.create({ baseURL: process.env.CREATOR_SANDBOX_URL, headers: { ...${headers}, prefer: 'code=503' } });\nagain(api);\nasync function load() {\n  return await api.get('/usage', { params: { uniqueId: 'annie' } }).catch(() => {}); // here\n}\nawait load();`,
    },
    function: 'load',
    requests: 3,
  },
  {
    name: 'got',
    files: {
      'main.mjs': `import got from 'got';\nasync function load() {\n  return await got(${url}, { headers: ${headers} }).json(); // here\n}\nawait load();`,
    },
    function: 'load',
  },
  {
    name: 'got, which tries again',
    files: {
      'main.mjs': `import got from 'got';\nasync function load() {\n  await got(${url}, { headers: { ...${headers}, prefer: 'code=503' }, retry: { limit: 2, calculateDelay: ({ computedValue }) => computedValue && 5 } }).catch(() => {}); // here\n}\nawait load();`,
    },
    function: 'load',
    requests: 3,
  },
  {
    name: 'ky',
    files: {
      'main.mjs': `import ky from 'ky';\nasync function load() {\n  return await ky.get(${url}, { headers: ${headers} }).json(); // here\n}\nawait load();`,
    },
    function: 'load',
  },
  {
    name: 'node-fetch',
    files: {
      'main.mjs': `import fetch from 'node-fetch';\nasync function load() {\n  const reply = await fetch(${url}, { headers: ${headers} }); // here\n  return await reply.json();\n}\nawait load();`,
    },
    function: 'load',
  },
  {
    name: 'superagent with a callback',
    files: {
      'main.cjs': `const superagent = require('superagent');\nfunction load() {\n  superagent.get(${url}).set(${headers}).end(() => {}); // here\n}\nload();`,
    },
    function: 'load',
  },
  {
    name: 'superagent that is awaited',
    files: {
      'main.mjs': `import superagent from 'superagent';\nasync function load() {\n  const reply = await superagent.get(${url}).set(${headers}); // here\n  return reply.body;\n}\nawait load();`,
    },
    function: 'load',
  },
  {
    name: 'an agent of superagent, which tries again',
    files: {
      'main.cjs': `const { agent } = require('superagent');\nconst api = agent().set({ ...${headers}, prefer: 'code=503' });\nasync function load(id) {\n  await api.get(${url.replace('annie', '')} + id).retry(2).catch(() => {}); // here\n}\nPromise.all([load('annie'), load('annie')]);`,
    },
    function: 'load',
    requests: 6,
  },
  {
    name: 'request of undici',
    files: {
      'main.mjs': `import { request } from 'undici';\nasync function load() {\n  const { body } = await request(${url}, { headers: ${headers} }); // here\n  return await body.json();\n}\nawait load();`,
    },
    function: 'load',
  },
  {
    name: 'fetch of undici',
    files: {
      'main.mjs': `import { fetch } from 'undici';\nasync function load() {\n  const reply = await fetch(${url}, { headers: ${headers} }); // here\n  return await reply.json();\n}\nawait load();`,
    },
    function: 'load',
  },
  {
    name: 'TypeScript that Node strips',
    files: {
      'src/client.ts': `interface Reply {\n  data: unknown;\n}\n\nexport async function fetchProfile(id: string): Promise<Reply> {\n  const reply = await fetch(${url.replace('annie', '')} + id, { headers: ${headers} }); // here\n  return (await reply.json()) as Reply;\n}`,
      'main.mjs': `import { fetchProfile } from './src/client.ts';\nawait fetchProfile('annie');`,
    },
    function: 'fetchProfile',
  },
  {
    name: 'a minified bundle with a map beside it',
    files: {
      'src/client.ts': `export async function fetchProfile(id: string): Promise<unknown> {\n  const reply = await fetch(${url.replace('annie', '')} + id, { headers: ${headers} }); // here\n  return await reply.json();\n}`,
      'main.mjs': `import { fetchProfile } from './src/client.ts';\nconst main = async () => {\n  await fetchProfile('annie');\n  await fetchProfile('annie');\n};\nawait main();`,
    },
    built: 'beside',
    function: 'fetchProfile',
    requests: 2,
  },
  {
    name: 'a minified bundle with a package and its map inside, run with source maps',
    files: {
      'node_modules/their-client/package.json':
        '{ "name": "their-client", "type": "module", "exports": "./index.js" }',
      'node_modules/their-client/index.js': `export const get = async (url) => fetch(url, { headers: ${headers} });`,
      'src/client.ts': `import { get } from 'their-client';\nexport async function fetchProfile(id: string): Promise<unknown> {\n\n  return await get(${url.replace('annie', '')} + id); // here\n}`,
      'main.mjs': `import { fetchProfile } from './src/client.ts';\nawait fetchProfile('annie');\nawait fetchProfile('annie');`,
    },
    built: 'inline',
    node: ['--enable-source-maps'],
    requests: 2,
  },
  {
    name: 'a worker thread',
    files: {
      'worker.mjs': `async function load() {\n  await fetch(${url}, { headers: ${headers} }); // here\n}\nawait load();`,
      'main.mjs': `import { Worker } from 'node:worker_threads';\nnew Worker(new URL('./worker.mjs', import.meta.url));`,
    },
    function: 'load',
  },
  {
    name: 'a child process',
    files: {
      'child.mjs': `await fetch(${url}, { headers: ${headers} }); // here`,
      'main.mjs': `import { spawnSync } from 'node:child_process';\nspawnSync(process.execPath, ['child.mjs'], { stdio: 'inherit' });`,
    },
  },
];
