import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withCallSites } from '../../src/cli/call-sites.ts';
import type { Sandbox } from '../../src/client/sandbox-interface.ts';
import { connect, createSandbox } from '../../src/library/index.ts';
import { newFolder } from '../new-folder.ts';
import { has } from './example.ts';
import { type PythonCase, pythonCases } from './python-call-site-cases.ts';

/** Debian's packages are those of its own Python; another may come first. */
const python =
  ['/usr/bin/python3', 'python3'].find((each) =>
    has(each, '-c', 'import aiohttp, httpx, pytest, requests'),
  ) ?? '';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ size: 60 });
});
afterAll(() => sandbox.close());

describe.skipIf(python === '')('the call site of a request of Python is right for', () => {
  it.each(pythonCases)('$name', { timeout: 120_000 }, async (given) => {
    const admin = await connect(sandbox.url);
    await admin.reset();
    await runPython(given);
    const requests = await admin.requests();
    expect(requests.map(({ callSite, notes }) => ({ callSite, notes }))).toEqual(
      Array(given.requests ?? 1).fill({ callSite: expectedOf(given), notes: [] }),
    );
  });

  it('leaves requests to other addresses as they are, and the start of the own Python', async () => {
    const admin = await connect(sandbox.url);
    await admin.reset();
    const text = await runPython({
      name: '',
      files: {
        'own/sitecustomize.py': 'print("own start")\n',
        'main.py': `import http.server, os, threading, urllib.request, httpx, requests
class Echo(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers()
        self.wfile.write(str(self.headers.get("x-sandbox-call-site")).encode())
    def log_message(self, *args): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Echo)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/"
print(urllib.request.urlopen(url).read(), requests.get(url).content, httpx.get(url).content)
own = os.environ["CREATOR_SANDBOX_URL"]
for get in (requests.get, httpx.get):
    get(own + "/clip/profile", headers={"api-key": "demo-full", "x-sandbox-call-site": "mine.py:7"})
    get(own + "/__admin/health")
`,
      },
    });
    expect(text).toBe("own start\nb'None' b'None' b'None'\n");
    const requests = await admin.requests();
    expect(requests.map(({ callSite }) => callSite)).toEqual(Array(2).fill({ file: 'mine.py', line: 7 }));
  });
});

/** Runs Python with the environment that `--call-sites` gives. @returns what it printed */
async function runPython({ files, args = ['main.py'], wrappers }: PythonCase): Promise<string> {
  const cwd = newFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const inherited = { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: join(cwd, 'own') };
  const io = { env: inherited, cwd } as unknown as Parameters<typeof withCallSites>[0];
  const flags = { callSites: true, ...(wrappers && { callSiteWrappers: [wrappers] }) } as const;
  const env = { ...withCallSites(io, flags).env, CREATOR_SANDBOX_URL: sandbox.url };
  const { stdout, stderr } = await promisify(execFile)(python, [...args], { cwd, env });
  expect(stderr).not.toContain('sitecustomize');
  return stdout;
}

function expectedOf({ files, function: name }: PythonCase): object {
  for (const [file, text] of Object.entries(files)) {
    const line = text.split('\n').findIndex((each) => each.endsWith('# here')) + 1;
    if (line > 0) return { file, line, ...(name !== undefined && { function: name }) };
  }
  throw new Error('no line is marked');
}
