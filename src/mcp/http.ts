import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { AgentServer } from '../admin/mcp.ts';
import { Problem } from '../admin/problem.ts';
import type { Admin } from '../client/admin-interface.ts';
import { createAgent } from './agent.ts';
import { createMcpServer } from './server.ts';

/**
 * The protocol over HTTP. Its requests are stateless, so an agent is known by the name in its URL. The first request
 * of an agent decides its budget.
 */
export function createAgentServer(admin: Admin): AgentServer {
  const handlers = new Map<string, McpHttpHandler>();
  return {
    answer(name, budget, request, parsedBody) {
      const handler = handlers.get(name) ?? handlerFor(admin, budget);
      if (!handlers.has(name) && handlers.size >= maxAgents)
        throw new Problem(409, `This sandbox serves ${maxAgents} agents already: use one of their names.`);
      handlers.set(name, handler);
      return handler.fetch(request, { parsedBody });
    },
    close: async () => void (await Promise.all([...handlers.values()].map((each) => each.close()))),
  };
}

/** An agent is never forgotten, because a forgotten one could spend its budget again. */
const maxAgents = 1_000;

function handlerFor(admin: Admin, budget: number | undefined): McpHttpHandler {
  const agent = createAgent(admin, budget);
  return createMcpHandler(() => createMcpServer({ admin, agent }));
}
