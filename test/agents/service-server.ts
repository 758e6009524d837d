// service-server.ts
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const { SERVICE_URL = 'https://service.example', SERVICE_KEY = '' } = process.env;

serveStdio(() => {
  const server = new McpServer({ name: 'creator-tools', version: '1.0.0' });

  server.registerTool(
    'creator_profile',
    {
      description: 'Looks up a creator by handle.',
      inputSchema: z.object({ handle: z.string() }),
    },
    ({ handle }) => ask(`/clip/profile?${new URLSearchParams({ uniqueId: handle })}`),
  );

  server.registerTool(
    'search_creators',
    {
      description: 'Finds creators by a description in words.',
      inputSchema: z.object({ description: z.string() }),
    },
    ({ description }) => ask('/nls', { description }),
  );

  return server;
});

async function ask(path: string, body?: object) {
  const reply = await fetch(`${SERVICE_URL}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'api-key': SERVICE_KEY, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { content: [{ type: 'text' as const, text }], isError: !reply.ok };
}
