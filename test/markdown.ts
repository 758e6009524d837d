import { withoutBlocks } from './documents/blocks.ts';

/** Targets of Markdown links and pictures that stay in the repository. */
export function linksIn(markdown: string): string[] {
  const targets = [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

const withoutCode = (markdown: string) => withoutBlocks(markdown).replace(/`[^`\n]*`/g, '');
