/** A client whose base URL is a constant. */
export interface ClientCase {
  /** The language, or what it runs in. */
  readonly runtime: 'Node' | 'Python' | 'curl' | 'Go' | 'PHP' | 'Ruby' | 'Java';
  readonly client: string;
  /** Asks `URL` with the header `KEY`, and prints `status 200`. */
  readonly code: string;
  /** Why it is not reached, and what its user adds. */
  readonly missed?: { readonly why: string; readonly add: string };
}

const node = (client: string, code: string): ClientCase => ({
  runtime: 'Node',
  client,
  code: `const headers = KEY;\nconst get = (module, options = {}) => new Promise((resolve, reject) =>
  module.get(URL, { headers, ...options }, (reply) => { reply.resume(); reply.on('end', () => resolve(reply.statusCode)); }).on('error', reject));
${code}`,
});
const says = (status: string) => `console.log('status', ${status});`;

const python = (client: string, code: string): ClientCase => ({ runtime: 'Python', client, code });

const aiohttp = (session: string) => `import aiohttp, asyncio
async def main():
    async with aiohttp.ClientSession(${session}) as session:
        async with session.get(URL, headers=KEY) as reply:
            print('status', reply.status)
asyncio.run(main())`;

const go = (client: string, transport: string): ClientCase => ({
  runtime: 'Go',
  client,
  code: `package main

import (
	"fmt"
	"net/http"
)

func main() {
	request, _ := http.NewRequest("GET", URL, nil)
	request.Header.Set(KEY)
	client := &http.Client{Transport: ${transport}}
	reply, err := client.Do(request)
	if err != nil {
		panic(err)
	}
	fmt.Println("status", reply.StatusCode)
}
`,
});

const java = (client: string, code: string): ClientCase => ({
  runtime: 'Java',
  client,
  code: `import java.net.*;
import java.net.http.*;

public class Client {
  public static void main(String[] args) throws Exception {
    ${code}
  }
}
`,
});

/** Every client of the page `docs/clients.md`. */
export const clientCases: readonly ClientCase[] = [
  node('fetch', says('(await fetch(URL, { headers })).status')),
  node('https.get, https.request', says("await get(await import('node:https'))")),
  node(
    'an https.Agent of its own, with authorities of its own',
    `const https = await import('node:https');
const ca = (await import('node:tls')).rootCertificates.slice(0, 1);
${says('await get(https, { agent: new https.Agent({ keepAlive: true, ca }) })')}\nprocess.exit();`,
  ),
  node('axios', says("(await (await import('axios')).default.get(URL, { headers })).status")),
  node('got', says("(await (await import('got')).default(URL, { headers })).statusCode")),
  node('node-fetch', says("(await (await import('node-fetch')).default(URL, { headers })).status")),
  node('ky', says("(await (await import('ky')).default(URL, { headers })).status")),
  node('superagent', says("(await (await import('superagent')).default.get(URL).set(headers)).status")),
  node(
    'undici, with a dispatcher of its own',
    `const { Agent, request } = await import('undici');
const dispatcher = new Agent({ connections: 1 });
const reply = await request(URL, { headers, dispatcher });
await reply.body.dump();
${says('reply.statusCode')}\nawait dispatcher.close();`,
  ),
  node(
    'node:tls, without a client',
    `const socket = (await import('node:tls')).connect(443, new globalThis.URL(URL).hostname);
socket.write(\`GET /clip/profile?uniqueId=sample.creator HTTP/1.0\\r\\napi-key: \${headers['api-key']}\\r\\nHost: x\\r\\n\\r\\n\`);
socket.once('data', (data) => console.log('status', String(data).split(' ')[1]));`,
  ),
  {
    ...node(
      'node:http2',
      `const session = (await import('node:http2')).connect(URL);
session.on('error', (error) => { throw error; });`,
    ),
    missed: { why: 'the sandbox speaks HTTP/1.1', add: 'a client of HTTP/1.1 for the tests' },
  },
  python('requests', "import requests\nprint('status', requests.get(URL, headers=KEY).status_code)"),
  python('httpx', "import httpx\nprint('status', httpx.get(URL, headers=KEY).status_code)"),
  python(
    'urllib',
    "import urllib.request\nprint('status', urllib.request.urlopen(urllib.request.Request(URL, headers=KEY)).status)",
  ),
  python('aiohttp', aiohttp('')),
  python('aiohttp, trust_env=True', aiohttp('trust_env=True')),
  {
    ...python(
      'requests, session.trust_env = False',
      "import requests\nsession = requests.Session()\nsession.trust_env = False\nprint('status', session.get(URL, headers=KEY).status_code)",
    ),
    missed: {
      why: 'it trusts its own authorities alone',
      add: "`session.verify = os.environ['SSL_CERT_FILE']`",
    },
  },
  { runtime: 'curl', client: 'curl', code: 'curl -sS -o reply -w "status %{http_code}\\n" -H KEY URL' },
  {
    runtime: 'curl',
    client: "curl --noproxy '*'",
    code: 'curl -sS --noproxy \'*\' -o reply -w "status %{http_code}\\n" -H KEY URL',
    missed: { why: 'it goes around every proxy', add: 'nothing: leave the flag out' },
  },
  go('net/http', 'http.DefaultTransport'),
  {
    ...go('net/http, a Transport without Proxy', '&http.Transport{}'),
    missed: { why: 'it goes around every proxy', add: '`Proxy: http.ProxyFromEnvironment`' },
  },
  {
    runtime: 'PHP',
    client: 'curl, Guzzle',
    code: `$curl = curl_init(URL);
curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => [KEY]]);
curl_exec($curl);
echo 'status ', curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\\n";`,
  },
  {
    runtime: 'PHP',
    client: 'file_get_contents',
    code: `$http = ['header' => KEY];
file_get_contents(URL, false, stream_context_create(['http' => $http])) || exit(1);
echo 'status 200';`,
    missed: {
      why: 'streams of PHP read no variable',
      add: '`proxy`, `request_fulluri` and the header `Proxy-Authorization` in its context, or curl',
    },
  },
  {
    runtime: 'Ruby',
    client: 'net/http',
    code: "require 'net/http'\nputs 'status ' + Net::HTTP.get_response(URI(URL), KEY).code",
  },
  java(
    'java.net.http.HttpClient',
    `var request = HttpRequest.newBuilder(URI.create(URL)).header(KEY).build();
    System.out.println("status " + HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).statusCode());`,
  ),
  java(
    'HttpURLConnection',
    `var connection = (HttpURLConnection) new URL(URL_TEXT).openConnection();
    connection.setRequestProperty(KEY);
    System.out.println("status " + connection.getResponseCode());`,
  ),
];

/** The rows of the table of the page. */
export const clientRows = (): string[] =>
  clientCases.map(
    ({ runtime, client, missed }) =>
      `| ${runtime} | ${client} | ${missed ? `not reached: ${missed.why}. Add ${missed.add}` : 'reached'} |`,
  );
