import { fileURLToPath } from 'node:url';
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { onTestFinished } from 'vitest';

export const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The answer of a tool. */
export interface AgentReply {
  refused: boolean;
  content: Record<string, unknown>;
}

/** An agent: an independent client of the protocol, and the sandbox as its server. */
export interface Agent {
  instructions: string | undefined;
  tools(): Promise<string[]>;
  call(tool: string, input?: Record<string, unknown>): Promise<AgentReply>;
  resources(): Promise<{ uri: string; name: string }[]>;
  read(uri: string): Promise<string>;
}

/** An agent that starts a server as a process. */
export const agentOver = (command: readonly string[], env: Record<string, string> = {}): Promise<Agent> =>
  connected({
    transport: new StdioTransport({
      command: process.execPath,
      args: [...command],
      env: { ...process.env, ...env } as Record<string, string>,
    }),
  });

/** An agent of `creator-sandbox mcp`. */
export const agentBeside = (
  flags: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Agent> => agentOver([main, 'mcp', '--size', '60', ...flags], env);

/** An agent of a running sandbox. @param query such as `?budget=20&agent=me` */
export const agentAt = (
  adminUrl: string | null,
  query = '',
  headers: Record<string, string> = {},
): Promise<Agent> => connected({ transport: { type: 'http', url: `${adminUrl}/mcp${query}`, headers } });

async function connected(options: Parameters<typeof createMCPClient>[0]): Promise<Agent> {
  const client = await createMCPClient(options);
  onTestFinished(() => client.close());
  return {
    instructions: client.instructions,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, input = {}) {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
      const [first] = content as { text: string }[];
      return {
        refused: isError === true,
        content: (structuredContent as Record<string, unknown> | undefined) ?? { error: first?.text },
      };
    },
    resources: async () => (await client.listResources()).resources,
    async read(uri) {
      const { contents } = await client.readResource({ uri });
      return String(contents[0]?.['text']);
    },
  };
}
