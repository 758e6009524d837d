import type { Locator } from 'playwright-core';
import { version } from '../../src/system/version.ts';

/**
 * A part of the page as text, a line for each block: what it says, what can be pressed in brackets, what can be filled
 * in with its value, and of each element the classes and attributes that mean something.
 * @param maxRows of a table or list; the others are counted
 */
export const drawingOf = async (part: Locator, maxRows = 12): Promise<string> =>
  masked(await part.evaluate(draw, maxRows));

/** What differs from run to run has a word of its own, ids their numbers. */
function masked(drawing: string): string {
  const ids = new Map<string, number>();
  const numberOf = (id: string) => ids.get(id) ?? ids.set(id, ids.size + 1).get(id);
  return drawing
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://sandbox.example')
    .replaceAll(/\b(?:[0-9a-f]{32}|[0-9a-f]{16}|[0-9a-f]{8})\b/g, (id) => `id${numberOf(id)}`)
    .replaceAll(/title=[\d-]{10} [\d:]{8}/g, 'title=real instant')
    .replaceAll(/\d+\.\d+ ms\b/g, '… ms')
    .replaceAll(/\d\d:\d\d:\d\d\.\d{3}/g, 'real time')
    .replaceAll(/\b\d+ s (later|before)/g, '… s $1')
    .replaceAll(version, 'version');
}

function draw(root: Element, maxRows: number): string {
  const blocks =
    /^(ARTICLE|ASIDE|DETAILS|DIALOG|DIV|DL|FIELDSET|FIGURE|FORM|H\d|HEADER|LI|MAIN|NAV|OL|P|PRE|SECTION|SUMMARY|TABLE|TR|UL)$/;
  const quietClasses =
    /^(soft|mono|wide|wrap|toolbar|field|section|button|plain|facts.*|inline|table-box|number|code|code-name|line|panel|form|group|long|list-part)$/;
  const quietAttributes = /^(class|type|value|scope|disabled|checked|spellcheck|autocomplete|d|points)$/;
  const lines: string[] = [];
  let line = '';
  const end = () => {
    const text = line.replaceAll(/\s+/g, ' ').trim();
    if (text !== '') lines.push(text);
    line = '';
  };
  const isCell = (element: Element) =>
    element.matches('td, th, dl > div, [role=gridcell], [role=columnheader]');
  const isBlock = (element: Element) => blocks.test(element.tagName) && !isCell(element);
  const indented = (text: string) => text.replaceAll('\n', '⏎').replaceAll('  ', '··');
  const rounded = (text: string) => text.replaceAll(/\d+\.\d+/g, (number) => `${Math.round(Number(number))}`);
  const marksOf = (element: Element) => {
    const classes = [...element.classList]
      .filter((name) => !quietClasses.test(name))
      .map((name) => `.${name}`);
    const attributes = [...element.attributes]
      .filter(({ name }) => !quietAttributes.test(name))
      .map(({ name, value }) => `${name}=${element.namespaceURI?.endsWith('svg') ? rounded(value) : value}`);
    const shape = ['d', 'points'].flatMap((name) => rounded(element.getAttribute(name) ?? '') || []);
    const marks = [classes.join(''), ...attributes, ...shape].filter((mark) => mark !== '');
    return marks.length === 0 ? '' : `{${marks.join(' ')}} `;
  };
  const contentOf = (element: Element): void => {
    if (element instanceof HTMLInputElement) {
      const value = element.type === 'checkbox' ? (element.checked ? 'x' : ' ') : element.value;
      line += `[${element.type === 'text' ? '' : `${element.type} `}${value}]`;
    } else if (element instanceof HTMLTextAreaElement) line += `[${indented(element.value)}]`;
    else if (element instanceof HTMLSelectElement) {
      const options = [...element.options].map(({ text }) => text);
      const others =
        options.length > 8
          ? `${options.slice(0, 8).join('/')} and ${options.length - 8} more`
          : options.join('/');
      line += `[${element.selectedOptions[0]?.text ?? ''} of ${others}]`;
    } else if (element.matches('.code')) {
      const text = indented(element.textContent ?? '');
      line += text.length > 400 ? `${text.slice(0, 400)} …` : text;
    } else if (element.tagName === 'BUTTON') {
      line += `[${element.matches(':disabled') ? 'off: ' : ''}`;
      childrenOf(element);
      line += ']';
    } else childrenOf(element);
  };
  const childrenOf = (element: Element): void => {
    const isList = element.matches('tbody, ul, nav.operations, .row-group');
    for (const [n, node] of [...element.childNodes].entries()) {
      if (isList && n >= maxRows) {
        end();
        lines.push(`… ${element.childNodes.length - maxRows} more`);
        return;
      }
      if (node instanceof Element) visit(node);
      else line += node.textContent ?? '';
    }
  };
  const visit = (element: Element): void => {
    if (element.matches('dialog:not([open]), wbr, svg:not([role])')) return;
    if (isBlock(element)) end();
    if (isCell(element) && element.previousElementSibling) line += ' | ';
    if (element.tagName === 'BR') line += ' ';
    if (/^H\d$/.test(element.tagName)) line += '#'.repeat(Number(element.tagName[1]));
    line += element.tagName === 'CODE' ? ' `' : ` ${marksOf(element)}`;
    contentOf(element);
    if (isBlock(element)) end();
    else line += { DT: ':', CODE: '`' }[element.tagName] ?? '';
  };
  visit(root);
  end();
  return `${lines.join('\n')}\n`;
}
