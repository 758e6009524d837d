import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Block } from './blocks.ts';
import { isTest } from './kind.ts';
import { freePort, untilFree } from './ports.ts';
import { type Outcome, Shell } from './shell.ts';
import { root, type Workshop } from './workshop.ts';

/** A reader of a page has a new project, and a sandbox at the addresses of the page. */
export interface Reader {
  /** @param isShown whether the page shows the output, so that a refusal may be meant */
  run(block: Block, isShown: boolean): Promise<Outcome>;
  /** Keeps a block as the file that it names, for the blocks behind it. */
  keep(block: Block): void;
  /** Ends all that the blocks have started. */
  leave(): void;
}

/** A sandbox in the foreground, which runs until a signal comes. */
const sandboxCommand =
  /^(?:[A-Z_]+=\S+ )*(?:npx )?creator-sandbox(?: start)?(?: -(?!-version|-help).*)?$|^(?:npm ci && )?npm start\b(?!.* -- )/;
const startsSandbox = (line: string) => sandboxCommand.test(line.replace(/ *&$/, ''));
/** A block that begins so is written for a clone of the repository. The first stage of CI runs `npm ci` itself. */
const npmInClone = /^npm (ci|cit|start|pack|run (build|check))\b/;

/** @param name of the page, which names the folder */
export async function openReader(name: string, workshop: Workshop): Promise<Reader> {
  const folder = workshop.project(name);
  const shell = new Shell(join(workshop.folder, `${name}.output`));
  /** In place of 4310 and 4311. */
  const ports = [await freePort(), await freePort()];
  let hasSandbox = false;

  // A CI job knows its service by the name of the package; a user has the clone in the home folder.
  const asTried = (text: string) =>
    text
      .replaceAll('//creator-sandbox:', '//127.0.0.1:')
      .replaceAll('~/creator-sandbox', root)
      .replaceAll('postgres://sandbox@db.example:5432/sandbox', (url) => workshop.database ?? url)
      .replaceAll(/\b431([01])\b/g, (_, at) => `${ports[Number(at)]}`);
  const asShown = ({ code, output }: Outcome): Outcome => ({
    code,
    output: ports.reduce((text, port, at) => text.replaceAll(`:${port}`, `:431${at}`), output),
  });
  const write = (file: string, code: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), asTried(code));
    return file;
  };
  const environment = (isStrict: boolean) => ({
    ...workshop.environment,
    ...(isStrict && workshop.strict),
    PATH: `${join(folder, 'node_modules/.bin')}${delimiter}${workshop.environment['PATH']}`,
    SANDBOX_PORT: `${ports[0]}`,
  });

  return {
    keep: (block) => void write(block.file ?? '', block.code),
    async run(block, isShown) {
      const lines = logicalLines(block.language === 'sh' ? block.code : '');
      const starts = lines.some(startsSandbox);
      const foreground = lines.findIndex((line) => startsSandbox(line) && !line.endsWith('&'));
      if (foreground >= 0 && foreground < lines.length - 1)
        return { code: 1, output: `No line after "${lines[foreground]}" runs before Ctrl-C.` };
      if (starts) {
        shell.end();
        await Promise.all(ports.map(untilFree));
      } else if (!hasSandbox) await shell.start('creator-sandbox', folder, environment(false));
      hasSandbox = true;
      const cwd = npmInClone.test(lines[0] ?? '') ? workshop.clone() : folder;
      const command = asTried(commandOf(block, write)).replace(/^npm ci && /, '');
      return asShown(await shell[foreground < 0 ? 'run' : 'start'](command, cwd, environment(!isShown)));
    },
    leave: () => shell.end(),
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
  return `node ${write(`snippet-${line}.${language}`, code)}`;
}

/** Command lines, without comments, continued lines in one. */
const logicalLines = (code: string): string[] =>
  code
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^| )#.*$/, '').trim())
    .filter(Boolean);
