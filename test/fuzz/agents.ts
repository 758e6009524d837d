import { resources } from '../../src/mcp/resources.ts';
import { tools } from '../../src/mcp/tools/tools.ts';
import type { FuzzOperation } from './operations.ts';
import type { Schema } from './values.ts';

/** What agents ask: every tool, with calls and quotes of every operation, the resources, the rest of the protocol. */
export function agentOperations(service: readonly FuzzOperation[]): FuzzOperation[] {
  const messages = [
    ...tools.map(({ name, input }) => calling(name, inputs(name, input, service))),
    message('initialize', {
      protocolVersion: { enum: ['2025-03-26', '2025-06-18', '2026-07-28', ''] },
      capabilities: exactly({}),
      clientInfo: exactly({ name: 'fuzzer', version: '1' }),
    }),
    message('resources/read', { uri: { enum: [...resources.map(({ uri }) => uri), 'sandbox://none'] } }),
    message('completion/complete', { ref: {}, argument: {} }),
    message('logging/setLevel', { level: { enum: ['debug', 'loud'] } }),
    message('subscriptions/listen', { notifications: exactly({ toolsListChanged: true }) }),
    ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'server/discover'].map(
      (method) => message(method, { cursor: {} }, []),
    ),
    exactly([{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }]),
    exactly({ jsonrpc: '2.0', id: 1, result: {} }),
  ];
  const single = messages.map(post);
  const lists = [
    post({ type: 'array', items: { oneOf: messages }, maxItems: 101 }),
    post({ type: 'array', items: calling('call', inputs('call', {}, service)), maxItems: 20 }),
  ];
  return [...single, ...single.map(modern), ...lists];
}

const exactly = (value: unknown): Schema => ({ const: value });

const message = (method: string, properties: Schema, required = Object.keys(properties)): Schema => ({
  type: 'object',
  required: ['jsonrpc', 'id', 'method', 'params'],
  properties: {
    jsonrpc: exactly('2.0'),
    id: { type: ['integer', 'string'] },
    method: exactly(method),
    params: { type: 'object', required, properties },
  },
});

const calling = (name: string, input: Schema): Schema =>
  message('tools/call', { name: exactly(name), arguments: input });

/** Calls and quotes name an operation of the service with the parameters of its sample. */
function inputs(tool: string, input: Schema, service: readonly FuzzOperation[]): Schema {
  if (tool !== 'call' && tool !== 'quote') return input;
  return {
    oneOf: service.map(({ path, method, sample, query }) =>
      exactly({
        operation: path.slice(1),
        parameters: sample ?? Object.fromEntries(query.map(({ name, example }) => [name, example])),
        ...(tool === 'call' && { method }),
      }),
    ),
  };
}

const post = (body: Schema): FuzzOperation => ({
  surface: 'agent',
  method: 'POST',
  path: agentPath,
  query: [
    { name: 'agent', required: false, schema: { enum: ['a', 'b', 'c'] }, example: undefined, json: false },
    {
      name: 'budget',
      required: false,
      schema: { enum: ['500', '0', '1e9'] },
      example: undefined,
      json: false,
    },
  ],
  body,
  sample: undefined,
  headers: [['Accept', 'application/json, text/event-stream']],
});

export const agentPath = '/__admin/mcp';

/** As the newer form of the protocol has it: each request says who asks, and headers repeat what it asks. */
function modern(operation: FuzzOperation): FuzzOperation {
  const { properties = {} } = operation.body as { properties?: Record<string, Schema> };
  const { params, method } = properties as {
    params?: { required: string[]; properties: Schema };
    method?: Schema;
  };
  if (!params || !method) return operation;
  const name = (params.properties['name'] as Schema | undefined)?.['const'];
  return {
    ...operation,
    endless: method['const'] === 'subscriptions/listen',
    body: {
      ...operation.body,
      properties: {
        ...properties,
        params: {
          ...params,
          required: [...params.required, '_meta'],
          properties: { ...params.properties, _meta: exactly(meta) },
        },
      },
    },
    headers: [
      ...(operation.headers ?? []),
      ['MCP-Protocol-Version', '2026-07-28'],
      ['Mcp-Method', String(method['const'])],
      ...(name === undefined ? [] : [['Mcp-Name', String(name)] as const]),
    ],
  };
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'fuzzer', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
