import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioTransport1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpTransport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { isObject } from '../../src/core/values.ts';

export const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The answer of a tool. */
export interface AgentReply {
  refused: boolean;
  /** Structured if it has such a part; else its text: the object that is in it, or the text as `error`. */
  content: Record<string, unknown>;
}

/** An agent: an official client of the protocol, and the sandbox as its server. */
export interface Agent {
  instructions: string | undefined;
  tools: readonly string[];
  call(tool: string, input?: Record<string, unknown>): Promise<AgentReply>;
  resources(): Promise<{ uri: string; name: string }[]>;
  read(uri: string): Promise<string>;
}

type Variables = Record<string, string>;

/** The major version of the official client packages. */
export type Major = 1 | 2;

/** An agent that starts a server as a process. */
export function agentOver(command: readonly string[], env: Variables = {}, major: Major = 2): Promise<Agent> {
  const server = {
    command: process.execPath,
    args: [...command],
    env: { ...process.env, ...env } as Variables,
  };
  return major === 1
    ? connected(oldClient(), new StdioTransport1(server))
    : connected(newClient(), new StdioClientTransport(server));
}

/** An agent of `creator-sandbox mcp`. */
export const agentBeside = (flags: readonly string[] = [], env?: Variables, major?: Major): Promise<Agent> =>
  agentOver([main, 'mcp', '--size', '60', ...flags], env, major);

/** An agent of a running sandbox. @param query such as `?budget=20&agent=me` */
export function agentAt(
  adminUrl: string | null,
  query = '',
  headers: Variables = {},
  major: Major = 2,
): Promise<Agent> {
  const url = new URL(`${adminUrl}/mcp${query}`);
  const options = { requestInit: { headers } };
  return major === 1
    ? connected(oldClient(), new HttpTransport1(url, options))
    : connected(newClient(), new StreamableHTTPClientTransport(url, options));
}

const self = { name: 'agent', version: '1' };
const oldClient = () => new Client1(self);
const newClient = () => new Client(self);

/** What both clients have. */
interface Connection<Transport> {
  connect(transport: Transport): Promise<void>;
  close(): Promise<void>;
  getInstructions(): string | undefined;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  listResources(): Promise<{ resources: { uri: string; name: string }[] }>;
  readResource(resource: { uri: string }): Promise<{ contents: object[] }>;
}

async function connected<Transport>(client: Connection<Transport>, transport: Transport): Promise<Agent> {
  await client.connect(transport);
  onTestFinished(() => client.close());
  // From here on a client checks what tools give by their schemas.
  const { tools } = await client.listTools();
  return {
    instructions: client.getInstructions(),
    tools: tools.map(({ name }) => name),
    async call(name, input = {}) {
      const result = (await client.callTool({ name, arguments: input })) as {
        isError?: boolean;
        content: [{ text: string }];
        structuredContent?: Record<string, unknown>;
      };
      const { isError, content, structuredContent } = result;
      return { refused: isError === true, content: structuredContent ?? contentOf(content[0].text) };
    },
    resources: async () => (await client.listResources()).resources,
    async read(uri) {
      const [first] = (await client.readResource({ uri })).contents as { text: string }[];
      return String(first?.text);
    },
  };
}

function contentOf(text: string): Record<string, unknown> {
  try {
    const content = JSON.parse(text) as unknown;
    if (isObject(content)) return content;
  } catch {
    // A sentence.
  }
  return { error: text };
}
