/** A fenced block of a page. */
export interface Block {
  /** The line of its fence in the page. */
  line: number;
  /** `sh`, `ts`, `python`, `json`, `yaml`, `text`; empty when the fence names none. */
  language: string;
  /** The file that the block is: named behind the language, or by a comment in its first line. */
  file?: string;
  code: string;
  /** The block follows the one before it without a word in between, so it is what that one prints. */
  follows: boolean;
  /** Why the block is not run: the comment above it, `<!-- not run: … -->`. */
  notRun?: string;
}

const fence = /^( *)(```+|~~~+) *([^\n`]*)\n([\s\S]*?)^\1\2 *$/gm;
const named = /^(?:\/\/|#) (\S+\.\w+)\s*$/;

/** The fenced blocks of a Markdown page, in order. */
export function blocksIn(page: string): Block[] {
  const blocks: Block[] = [];
  let end = -1;
  for (const found of page.matchAll(fence)) {
    const [whole, indent = '', , info = '', body = ''] = found;
    const before = page.slice(Math.max(end, 0), found.index);
    const [language = '', title] = info.trim().split(/\s+/);
    const code = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const file = title ?? named.exec(code.split('\n')[0] ?? '')?.[1];
    const notRun = /<!-- not run: ([^>]*?) -->\s*$/.exec(before)?.[1];
    blocks.push({
      line: page.slice(0, found.index).split('\n').length,
      language,
      code,
      follows: end >= 0 && before.trim() === '',
      ...(file === undefined ? {} : { file }),
      ...(notRun === undefined ? {} : { notRun }),
    });
    end = found.index + whole.length;
  }
  return blocks;
}

export const withoutBlocks = (page: string): string => page.replace(fence, '');

/** Lines of code that are indented instead of fenced: nothing says what they are, so nothing can check them. */
export const indentedCode = (page: string): string[] =>
  withoutBlocks(page).match(/(?<=^\n) {4}\S.*$/gm) ?? [];
