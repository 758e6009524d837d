import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { delayOf, main, startServer, stopServer, urlOf } from './servers.ts';

/**
 * Measures the cost of streams: 2,000 open `/nls` streams on one process, a subtitle track of 50 MB to a reader that is
 * slow, 200 downloads of a track of 5 MB at once, and the delay of the event loop while 50 such downloads run and 200
 * readers pause. Memory is the kernel's own account of the server's
 * process, whose clients live in this one. About a minute.
 */
const mebibyte = 2 ** 20;

const streams = { count: 2_000, most: 150 };
const large = { repeat: 640, least: 50e6, most: 20 };
const downloads = 200;
const busy = { downloads: 50, paused: 200, maxMs: 20 };

const folder = mkdtempSync(join(tmpdir(), 'creator-sandbox-bench-'));
try {
  const fixtures = fixturesWithLargeTrack();
  const flags = ['--port', '0', '--size', '200', '--pace', '500', '--fixtures', fixtures];
  const server = await startServer([main, 'start', ...flags, '--log-level', 'silent'], {
    reportsUsage: true,
  });
  const { child } = server;
  const url = urlOf(server);
  await warmUp(url);
  const checks = [
    await slowReader(child, url),
    await openStreams(child, url),
    await manyDownloads(child, url),
    await delayOfOthers(child, url),
  ];
  await stopServer(child);
  console.log(`program                       ${main.endsWith('.ts') ? 'sources' : 'compiled'}`);
  for (const [name, figures] of checks.flat()) console.log(`${name.padEnd(30)}${figures}`);
} finally {
  rmSync(folder, { recursive: true });
}

type Line = [name: string, figures: string];

/** A world of its own with one more video, whose track is ten times as long as the longest that every world has. */
function fixturesWithLargeTrack(): string {
  mkdirSync(join(folder, 'creators'));
  const content = {
    id: 'hugetrack01',
    publishedAt: '12d',
    title: 'Longer still',
    text: 'About 50 MB.',
    lengthSec: 3600,
    views: 700,
    likes: 50,
    comments: 9,
    subtitles: ['.en'],
    subtitleRepeat: large.repeat,
  };
  const channel = { handle: 'huge.subtitles', channelId: 'UChuge-subtitles00000000', contents: [content] };
  writeFileSync(join(folder, 'creators', 'huge.json'), JSON.stringify({ tube: channel }));
  return folder;
}

/** Makes indexes, lexicon and compiled code first, because they are no cost of streams. */
async function warmUp(url: string): Promise<void> {
  await Promise.all(Array.from({ length: 100 }, () => ask(url).ended));
  for (let round = 0; round < 4; round++) await download(url, 'longtrack01', () => {});
}

async function openStreams(child: ChildProcess, url: string): Promise<Line[]> {
  const idle = residentBytes(child);
  const startedAt = performance.now();
  const asked: Asked[] = [];
  // in bursts, so that no connection is refused because the queue of the kernel is full
  while (asked.length < streams.count) {
    const burst = Array.from({ length: 200 }, () => ask(url));
    asked.push(...burst);
    await Promise.all(burst.map(({ connected }) => connected));
  }
  let most = 0;
  let open = 0;
  let done = false;
  const watching = (async () => {
    while (!done) {
      most = Math.max(most, residentBytes(child));
      open = Math.max(open, asked.filter(({ isOpen }) => isOpen()).length);
      await sleep(50);
    }
  })();
  const results = await Promise.all(asked.map(({ ended }) => ended));
  done = true;
  await watching;
  const elapsed = performance.now() - startedAt;
  const whole = results.filter((text) => isWhole(text)).length;
  const grown = (most - idle) / mebibyte;
  return [
    [
      `${streams.count} streams of /nls`,
      `${whole} whole, ${open} open at once, ${(elapsed / 1000).toFixed(1)} s`,
    ],
    [
      '  resident memory',
      verdict(
        `+${grown.toFixed(0)} MiB`,
        whole === streams.count && grown < streams.most,
        `under ${streams.most}`,
      ),
    ],
  ];
}

/** Eleven stages and one result that succeeded. */
function isWhole(text: string): boolean {
  const events = text.split('event: ').slice(1);
  return (
    events.length === 12 &&
    events.slice(0, 11).every((event) => event.startsWith('progress\n')) &&
    (events[11] ?? '').startsWith('result\n') &&
    (events[11] ?? '').includes('"success":true')
  );
}

interface Asked {
  connected: Promise<unknown>;
  isOpen: () => boolean;
  ended: Promise<string>;
}

function ask(url: string): Asked {
  const body = JSON.stringify({ description: 'food creators in Europe, biggest first' });
  const socket = opened(
    url,
    `POST /nls HTTP/1.1\r\nHost: x\r\napi-key: demo-unlimited\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  let text = '';
  let isOpen = false;
  socket.on('data', (piece) => {
    text += piece;
    isOpen = true;
  });
  const ended = once(socket, 'close').then(() => {
    isOpen = false;
    return text;
  });
  return { connected: once(socket, 'connect'), isOpen: () => isOpen, ended };
}

async function slowReader(child: ChildProcess, url: string): Promise<Line[]> {
  const idle = residentBytes(child);
  let [most, bytes] = [0, 0];
  const startedAt = performance.now();
  await download(url, 'hugetrack01', async (piece, socket) => {
    bytes += piece.length;
    most = Math.max(most, residentBytes(child));
    // a pause after each piece: the server has made all pieces long before they are read
    socket.pause();
    await sleep(4);
    socket.resume();
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const grown = (most - idle) / mebibyte;
  return [
    ['50 MB to a slow reader', `${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`],
    [
      '  resident memory',
      verdict(`+${grown.toFixed(0)} MiB`, bytes > large.least && grown < large.most, `under ${large.most}`),
    ],
  ];
}

async function manyDownloads(child: ChildProcess, url: string): Promise<Line[]> {
  const idle = residentBytes(child);
  let most = 0;
  let pieces = 0;
  const startedAt = performance.now();
  const lengths = await Promise.all(
    Array.from({ length: downloads }, () =>
      download(url, 'longtrack01', () => {
        if (pieces++ % 500 === 0) most = Math.max(most, residentBytes(child));
      }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const [length = 0] = lengths;
  const alike = lengths.filter((each) => each === length && each > 4e6).length;
  return [
    [
      `${downloads} downloads at once`,
      verdict(
        `${alike} whole, ${(length / 1e6).toFixed(1)} MB each, ${seconds.toFixed(1)} s`,
        alike === downloads,
        'all',
      ),
    ],
    ['  resident memory', `+${((most - idle) / mebibyte).toFixed(0)} MiB`],
  ];
}

async function delayOfOthers(child: ChildProcess, url: string): Promise<Line[]> {
  await sleep(1_000);
  await delayOf(child);
  const paused = Array.from({ length: busy.paused }, () => {
    const socket = opened(url, downloadOf('longtrack01'));
    socket.pause();
    return socket;
  });
  await Promise.all(Array.from({ length: busy.downloads }, () => download(url, 'longtrack01', () => {})));
  const { p50, p99, most } = await delayOf(child);
  for (const socket of paused) socket.destroy();
  const figures = `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, most ${most.toFixed(1)} ms`;
  return [
    [`${busy.downloads} downloads, ${busy.paused} paused`, 'delay of the event loop:'],
    ['  between two turns', verdict(figures, p99 < busy.maxMs, `p99 under ${busy.maxMs}`)],
  ];
}

function downloadOf(videoId: string): string {
  return `GET /tube/subtitles/download?videoId=${videoId}&vssId=.en HTTP/1.1\r\nHost: x\r\napi-key: demo-unlimited\r\n\r\n`;
}

/** Reads a download to its end and says how long it was, its chunk heads included. */
async function download(
  url: string,
  videoId: string,
  onPiece: (piece: Buffer, socket: Socket) => void,
): Promise<number> {
  const socket = opened(url, downloadOf(videoId));
  let length = 0;
  let end = '';
  socket.on('data', (piece: Buffer) => {
    length += piece.length;
    end = piece.subarray(-16).toString('latin1');
    onPiece(piece, socket);
  });
  await once(socket, 'close');
  if (!end.endsWith('0\r\n\r\n')) throw new Error(`a download of ${videoId} broke off after ${length} bytes`);
  return length;
}

function opened(url: string, request: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(request));
  return socket;
}

/** Linux only. */
function residentBytes(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

function verdict(figures: string, met: boolean, condition: string): string {
  if (!met) process.exitCode = 1;
  return `${figures} (${condition}: ${met ? 'yes' : 'NO'})`;
}
