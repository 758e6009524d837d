import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createAdminClient } from '../client/admin-client.ts';
import { askAdminSurface, NoAnswer } from '../client/ask-sandbox.ts';
import type { Settings } from '../core/settings.ts';
import { createAgent } from '../mcp/agent.ts';
import { createMcpServer } from '../mcp/server.ts';
import { findSandbox } from './address.ts';
import { detailOf } from './ask-admin.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io } from './io.ts';
import { startOwnSandbox } from './own-sandbox.ts';
import { settingsOf } from './settings.ts';

/**
 * Serves one agent over standard input and output, until its client closes the input. It uses the sandbox of
 * CREATOR_SANDBOX_ADMIN, or starts one of its own.
 */
export async function mcp(flags: Flags, io: Io): Promise<number> {
  const { settings } = settingsOf({ ...flags, port: flags['port'] ?? '0' }, io);
  const running = io.env['CREATOR_SANDBOX_ADMIN'];
  if (running) {
    const { admin } = await findSandbox({ ...flags, url: running }, io);
    const reply = await askAdminSurface(admin, '/clock');
    const text = await reply.text();
    if (!reply.isOk) throw new NoAnswer(detailOf(text));
    await serve(admin.url, settings, io);
    return exitCode.ok;
  }
  const stop = new AbortController();
  const sandbox = await startOwnSandbox(settings, io, { onStop: async () => stop.abort() });
  try {
    if (sandbox.certificate)
      await (await import('../system/certificate.ts')).trust([sandbox.certificate.file]);
    await serve(sandbox.adminUrl, settings, io, stop.signal);
    return exitCode.ok;
  } finally {
    await sandbox.close();
  }
}

async function serve(
  adminUrl: string | null,
  settings: Settings,
  { stdin, stdout, stderr }: Io,
  signal?: AbortSignal,
) {
  const admin = createAdminClient(adminUrl, settings.adminToken);
  const agent = createAgent(admin, settings.budget);
  const input = stdin();
  const output = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      stdout.write(text);
      done();
    },
  });
  const served = serveStdio(() => createMcpServer({ admin, agent }), {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => void stderr.write(`creator-sandbox: ${error.message}\n`),
  });
  // A client that is killed breaks the pipe, which ends the service too.
  await finished(input, { writable: false, ...(signal && { signal }) }).catch(() => {});
  await served.close();
}
