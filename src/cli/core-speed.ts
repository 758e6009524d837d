import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import ownProcess from 'node:process';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { type LaunchOptions, launch } from '../app/sandbox/sandbox.ts';
import { freePort, type Settings } from '../core/settings.ts';

const connections = 32;
const warmUpMs = 400;
const measuredMs = 600;

/**
 * Measures how many requests a second one core of this machine serves: one look-up, again and again, at a sandbox of the
 * same settings that nobody else asks. The client has a thread of its own, whose time does not count.
 * @returns undefined if these settings do not answer the look-up
 */
export async function measureCoreSpeed(
  settings: Settings,
  options: Pick<LaunchOptions, 'signal' | 'onProgress'>,
): Promise<number | undefined> {
  const sandbox = await launch(measuredSettings(settings), { ...options, log: pino({ level: 'silent' }) });
  try {
    const { pathname, search, port } = new URL(sandbox.exampleUrl);
    const request = `GET ${pathname}${search} HTTP/1.1\r\nhost: 127.0.0.1\r\napi-key: demo-unlimited\r\n\r\n`;
    const client = new Worker(clientCode, {
      eval: true,
      execArgv: [],
      workerData: { request, port: Number(port), connections },
    });
    const stop = () => void client.terminate();
    options.signal?.addEventListener('abort', stop);
    const replies = async (ms: number) => {
      client.postMessage(ms);
      const [count] = (await Promise.race([once(client, 'message'), once(client, 'exit')])) as [number];
      return options.signal?.aborted ? -1 : count;
    };
    try {
      await replies(warmUpMs);
      const before = threadTime();
      const count = await replies(measuredMs);
      const spentMs = threadTime() - before;
      return count > 0 && spentMs > 0 ? (count / spentMs) * 1000 : undefined;
    } finally {
      options.signal?.removeEventListener('abort', stop);
      await client.terminate();
    }
  } finally {
    await sandbox.close();
  }
}

/** Over plain http and a ledger in memory; replies come at once. */
function measuredSettings(settings: Settings): Settings {
  const { adminPort: _, tlsCert: _cert, tlsKey: _key, data: _data, ledger: _ledger, ...rest } = settings;
  const { otlp: _otlp, recordings: _recordings, ...measured } = rest;
  return {
    ...measured,
    host: '127.0.0.1',
    port: freePort,
    admin: false,
    tls: false,
    processes: 1,
    watch: false,
    latency: 'off',
  };
}

/** Milliseconds that this thread has worked: of a processor where Node tells it, else of real time. */
const threadTime = (): number => {
  if (!ownProcess.threadCpuUsage) return performance.eventLoopUtilization().active;
  const { user, system } = ownProcess.threadCpuUsage();
  return (user + system) / 1000;
};

/** Asks on each connection as soon as the reply before is there; -1 replies if one is no success. */
const clientCode = `
const { connect } = require('node:net');
const { parentPort, workerData } = require('node:worker_threads');
const { request, port, connections } = workerData;
let replies = 0;
let isWrong = false;
for (let n = 0; n < connections; n++) {
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  let missing = 0;
  socket.on('error', () => (isWrong = true));
  socket.on('data', (piece) => {
    if (missing === 0) {
      const head = piece.toString('latin1');
      const length = /content-length: (\\d+)/i.exec(head);
      if (!length || !head.startsWith('HTTP/1.1 200')) return void (isWrong = true);
      missing = head.indexOf('\\r\\n\\r\\n') + 4 + Number(length[1]);
    }
    missing -= piece.length;
    if (missing > 0) return;
    replies++;
    socket.write(request);
  });
}
parentPort.on('message', (ms) => {
  const before = replies;
  setTimeout(() => parentPort.postMessage(isWrong ? -1 : replies - before), ms);
});
`;
