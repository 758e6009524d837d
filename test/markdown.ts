/** Targets of Markdown links and pictures that stay in the repository. */
export function linksIn(markdown: string): string[] {
  const targets = [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** Without fenced code. */
export const withoutBlocks = (markdown: string) => markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
const withoutCode = (markdown: string) => withoutBlocks(markdown).replace(/`[^`\n]*`/g, '');
