import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import type { Block } from './blocks.ts';
import { isTest } from './kind.ts';
import { root, type Workshop } from './workshop.ts';

export interface Outcome {
  /** 0 where the block is a sandbox that now runs. */
  code: number;
  /** Both streams, as a terminal shows them, with the ports of the document. */
  output: string;
}

/** A reader of a page has a new project, and a sandbox at the addresses of the page. */
export interface Reader {
  /** Its new project. */
  folder: string;
  run(block: Block): Promise<Outcome>;
  /** Keeps a block as the file that it names, for the blocks behind it. */
  keep(block: Block): void;
  /** Ends all that the blocks have started. */
  leave(): Promise<void>;
}

/** A sandbox in the foreground, which runs until a signal comes. */
const sandboxCommand = /^(npx )?creator-sandbox(?: start)?(?: -.*)?$|^npm start\b(?!.* -- )/;
/** A block that begins so is written for a clone of the repository. */
const npmInClone = /^npm (ci|cit|start|pack|run (build|check))\b/;
const startsSandbox = (line: string) => sandboxCommand.test(line.replace(/ *&$/, ''));

/** @param name of the page, which names the folder */
export async function openReader(name: string, workshop: Workshop): Promise<Reader> {
  const folder = workshop.project(name);
  const started: ChildProcess[] = [];
  let ports = await freePorts();
  let hasSandbox = false;

  // A CI job knows its service by the name of the package; a user has the clone in the home folder.
  const asTried = (text: string) =>
    text
      .replaceAll('//creator-sandbox:', '//127.0.0.1:')
      .replaceAll('~/creator-sandbox', root)
      .replaceAll(/\b431([01])\b/g, (_, port) => `${ports[Number(port)]}`);
  const write = (file: string, code: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), asTried(code));
    return file;
  };
  const asShown = (text: string) =>
    ports.reduce((rest, port, index) => rest.replaceAll(`${port}`, `431${index}`), text);

  const spawnIn = (cwd: string, code: string, output: number | 'pipe') => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', asTried(code)], {
      cwd,
      // A group of its own: what it leaves in the background ends with it.
      detached: true,
      stdio: ['ignore', output, output],
      env: {
        ...workshop.environment,
        PATH: `${join(folder, 'node_modules/.bin')}${delimiter}${workshop.environment['PATH']}`,
        SANDBOX_PORT: `${ports[0]}`,
      },
    });
    started.push(child);
    return child;
  };

  /** Runs a command to its end. Its output is a file, which is complete then, whatever runs on behind `&`. */
  const finish = async (command: string, cwd: string): Promise<Outcome> => {
    const file = join(workshop.folder, `${name}.output`);
    const output = openSync(file, 'w');
    const [code, signal] = (await once(spawnIn(cwd, command, output), 'exit')) as [
      number | null,
      string | null,
    ];
    closeSync(output);
    return { code: code ?? 1, output: asShown(readFileSync(file, 'utf8')) + (signal ?? '') };
  };

  /** Runs a command until its sandbox is ready. */
  const begin = async (command: string, cwd: string): Promise<Outcome> => {
    const child = spawnIn(cwd, command, 'pipe');
    let output = '';
    const isReady = new Promise<number>((resolve) => {
      const look = (chunk: Buffer) => {
        output += chunk.toString();
        if (/"event":"ready".*\n/.test(output)) resolve(0);
      };
      child.stdout?.on('data', look);
      child.stderr?.on('data', look);
    });
    const hasEnded = once(child, 'close').then(([code]) => (code as number) || 1);
    const code = await Promise.race([isReady, hasEnded]);
    return { code, output: asShown(output) };
  };

  const stop = async () => {
    for (const child of started.splice(0)) endGroup(child);
    hasSandbox = false;
    ports = await freePorts();
  };

  return {
    folder,
    keep: (block) => void write(block.file ?? '', block.code),
    async run(block) {
      const command = commandOf(block, write);
      const lines = logicalLines(command);
      const starts = lines.some(startsSandbox);
      if (starts) await stop();
      else if (!hasSandbox) await begin('creator-sandbox', folder);
      hasSandbox = true;
      const cwd = npmInClone.test(lines[0] ?? '') ? workshop.clone() : folder;
      const foreground = lines.findIndex((text) => startsSandbox(text) && !text.endsWith('&'));
      if (foreground >= 0 && foreground < lines.length - 1)
        return { code: 1, output: `No line after "${lines[foreground]}" runs before Ctrl-C.` };
      return foreground < 0 ? finish(command, cwd) : begin(command, cwd);
    },
    leave: stop,
  };
}

/** The command that runs a block. Writes the file that it needs. */
function commandOf(
  { language, code, file, line }: Block,
  write: (file: string, code: string) => string,
): string {
  if (language === 'sh') return code;
  if (language === 'python') return `python3 ${write(`snippet_${line}.py`, code)}`;
  if (isTest(code)) return `npx vitest run ${write(file ?? `snippet-${line}.test.ts`, code)}`;
  return `node ${write(`snippet-${line}.ts`, code)}`;
}

/** Command lines, without comments, continued lines in one. */
export const logicalLines = (code: string): string[] =>
  code
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^| )#.*$/, '').trim())
    .filter(Boolean);

/** Ends a command with all that it left in the background. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // nothing of it is left
  }
}

/** Two free ports, in place of 4310 and 4311. */
async function freePorts(): Promise<number[]> {
  const servers = [createServer(), createServer()];
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push((server.address() as { port: number }).port);
  }
  for (const server of servers) {
    server.close();
    await once(server, 'close');
  }
  return ports;
}
