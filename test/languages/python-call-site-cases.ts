/** Code whose request is made on the line that ends with `# here`. */
export interface PythonCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly function?: string;
  /** How many requests it makes, all from the same line; 1 by default. */
  readonly requests?: number;
  readonly wrappers?: string;
  /** Arguments of Python; `main.py` by default. */
  readonly args?: readonly string[];
}

const url = `os.environ["CREATOR_SANDBOX_URL"] + "/clip/profile?uniqueId=sample.creator"`;
const headers = `{"api-key": "demo-full"}`;

/** What a program that asks for `503` sends. */
const busy = `{"api-key": "demo-full", "prefer": "code=503"}`;

const load = (imports: string, line: string, start = 'load()') => ({
  'main.py': `import os\n${imports}\n\ndef load():\n    ${line}  # here\n\n${start}\n`,
});

const loadAsync = (imports: string, body: readonly string[]) => ({
  'main.py': `import asyncio, os\n${imports}\n\nasync def load():\n${body.map((each) => `    ${each}\n`).join('')}\nasyncio.run(load())\n`,
});

export const pythonCases: readonly PythonCase[] = [
  {
    name: 'urlopen of urllib',
    files: load(
      'from urllib.request import Request, urlopen',
      `urlopen(Request(${url}, headers=${headers})).read()`,
    ),
    function: 'load',
  },
  {
    name: 'http.client',
    files: load(
      'import http.client\nfrom urllib.parse import urlsplit',
      `c = http.client.HTTPConnection(urlsplit(${url}).netloc); c.request("GET", "/clip/profile?uniqueId=sample.creator", headers=${headers}); c.getresponse().read()`,
    ),
    function: 'load',
  },
  {
    name: 'get of requests',
    files: load('import requests', `requests.get(${url}, headers=${headers}).json()`),
    function: 'load',
  },
  {
    name: 'a session of requests, which tries again',
    files: load(
      'import requests\nfrom requests.adapters import HTTPAdapter\nfrom urllib3.util import Retry\ns = requests.Session()\ns.mount("http://", HTTPAdapter(max_retries=Retry(total=2, backoff_factor=0, status_forcelist=[503], raise_on_status=False)))',
      `s.get(${url}, headers=${busy})`,
    ),
    function: 'load',
    requests: 3,
  },
  {
    name: 'a pool of threads whose function is the own one',
    files: load(
      'import requests\nfrom concurrent.futures import ThreadPoolExecutor',
      `requests.get(${url}, headers=${headers})`,
      'with ThreadPoolExecutor(2) as pool:\n    list(pool.map(lambda _: load(), range(3)))',
    ),
    function: 'load',
    requests: 3,
  },
  {
    name: 'get of httpx',
    files: load('import httpx', `httpx.get(${url}, headers=${headers}).json()`),
    function: 'load',
  },
  {
    name: 'a client of httpx that is imported in a function',
    files: {
      'main.py': `import os\n\ndef load():\n    import httpx\n    with httpx.Client(headers=${headers}) as client:\n        client.post(os.environ["CREATOR_SANDBOX_URL"] + "/clip/profile", json={"uniqueId": "sample.creator"})  # here\n\nload()\n`,
    },
    function: 'load',
  },
  {
    name: 'an asynchronous client of httpx',
    files: loadAsync('import httpx', [
      `async with httpx.AsyncClient(headers=${headers}) as client:`,
      `    await client.get(${url})  # here`,
    ]),
    function: 'load',
  },
  {
    name: 'an asynchronous client of httpx, gathered',
    files: loadAsync('import httpx', [
      `async with httpx.AsyncClient(headers=${headers}) as client:`,
      `    await asyncio.gather(*[client.get(${url}) for _ in range(3)])  # here`,
    ]),
    requests: 3,
  },
  {
    name: 'a stream of httpx',
    files: loadAsync('import httpx', [
      `async with httpx.AsyncClient(headers=${headers}) as client:`,
      `    async with client.stream("GET", ${url}) as reply:  # here`,
      '        await reply.aread()',
    ]),
    function: 'load',
  },
  {
    name: 'aiohttp',
    files: loadAsync('import aiohttp', [
      `async with aiohttp.ClientSession(headers=${headers}) as session:`,
      `    async with session.get(${url}) as reply:  # here`,
      '        await reply.json()',
    ]),
    function: 'load',
  },
  {
    name: 'aiohttp with a base URL, in tasks',
    files: loadAsync('import aiohttp', [
      `async with aiohttp.ClientSession(os.environ["CREATOR_SANDBOX_URL"], headers=${headers}) as session:`,
      '    async def one():',
      '        async with session.get("/clip/profile", params={"uniqueId": "sample.creator"}) as reply:  # here',
      '            await reply.read()',
      '    await asyncio.gather(*[asyncio.create_task(one()) for _ in range(2)])',
    ]),
    function: 'one',
    requests: 2,
  },
  {
    name: 'a wrapper that is named',
    files: {
      'src/http.py': `import os\nimport requests\n\ndef ask(path):\n    return requests.get(os.environ["CREATOR_SANDBOX_URL"] + path, headers=${headers})\n`,
      'main.py':
        'import sys\nsys.path.insert(0, "src")\nfrom importlib.util import spec_from_file_location, module_from_spec\nspec = spec_from_file_location("own_http", "src/http.py")\nown = module_from_spec(spec)\nspec.loader.exec_module(own)\n\ndef load():\n    own.ask("/clip/profile?uniqueId=sample.creator")  # here\n\nsys.path.pop(0)\nload()\n',
    },
    wrappers: 'src/http.py',
    function: 'load',
  },
  {
    name: 'a package in between',
    files: {
      'lib/site-packages/asker.py': `import os\nimport requests\n\ndef ask(path):\n    return requests.get(os.environ["CREATOR_SANDBOX_URL"] + path, headers=${headers})\n`,
      'main.py':
        'import sys\nsys.path.insert(0, "lib/site-packages")\nimport asker\n\ndef load():\n    asker.ask("/clip/profile?uniqueId=sample.creator")  # here\n\nload()\n',
    },
    function: 'load',
  },
  {
    name: 'a test of unittest',
    files: {
      'tests/test_it.py': `import os\nimport unittest\nfrom urllib.request import Request, urlopen\n\nclass It(unittest.TestCase):\n    def test_loads(self):\n        urlopen(Request(${url}, headers=${headers})).read()  # here\n`,
    },
    args: ['-m', 'unittest', 'discover', '-s', 'tests'],
    function: 'test_loads',
  },
  {
    name: 'a test of pytest, without the plug-in',
    files: {
      'tests/test_it.py': `import os\nimport requests\n\ndef test_loads():\n    assert requests.get(${url}, headers=${headers}).status_code == 200  # here\n`,
    },
    args: ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'],
    function: 'test_loads',
  },
  {
    name: 'a file and a function whose names are not ASCII',
    files: {
      'klänt 50%.py': `import os\nimport requests\n\ndef prüfe():\n    requests.get(${url}, headers=${headers})  # here\n`,
      'main.py': 'from importlib import import_module\nimport_module("klänt 50%").prüfe()\n',
    },
    function: 'prüfe',
  },
];
