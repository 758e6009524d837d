import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync('ui/src/**/*.css', { cwd: root }).sort();
const css = files.map((file) => readFileSync(root + file, 'utf8')).join('\n');
const main = readFileSync(`${root}ui/src/style.css`, 'utf8');
const rules = css.replace(/\/\*[\s\S]*?\*\//g, '');
/** The declarations of a palette: the light one comes first. */
const [light, dark] = [...main.matchAll(/:root \{([^}]*)\}/g)].map(([, text = '']) =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name = '', colour = '']) => [name, colour]),
  ),
);

/** The relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const full = colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

describe('the looks of the dashboard', () => {
  it('take every size of type from one scale', () => {
    const sizes = [...rules.matchAll(/font-size: ([^;]*);/g)].map(([, size]) => size);
    expect(sizes.length).toBeGreaterThan(10);
    const scale = ['small', 'body', 'lead', 'figure'].map((name) => `var(--${name})`);
    expect(sizes.filter((size) => !scale.includes(size ?? ''))).toEqual([]);
  });

  it('take every distance from one scale', () => {
    const distances = [...rules.matchAll(/\b(?:margin|padding|gap)(?:-[a-z]+)?: ([^;]*);/g)].flatMap(
      ([, value = '']) => [...value.matchAll(/(-?[\d.]+)rem/g)].map(([, size]) => Number(size)),
    );
    expect(distances.length).toBeGreaterThan(50);
    expect(distances.filter((size) => ![0.25, 0.5, 0.75, 1, 1.5, 2].includes(size))).toEqual([]);
  });

  it('take every colour from the two palettes, which have the same names', () => {
    expect(Object.keys(dark ?? {})).toEqual(Object.keys(light ?? {}));
    const outside = rules.replace(/:root \{[^}]*\}/g, '');
    const colours = [...outside.matchAll(/#[0-9a-f]{3,8}\b/gi)].map(([colour]) => colour);
    expect(colours).toEqual([]);
  });

  it.each([
    ['light', light],
    ['dark', dark],
  ])('have readable text in the %s palette', (_name, palette = {}) => {
    const pairs = [
      ...['text', 'soft', 'link', 'good', 'warn', 'bad'].flatMap((text) =>
        ['back', 'card', 'block', 'open'].map((back) => [text, back] as const),
      ),
      ['on-main', 'main'],
      ['good', 'good-back'],
      ['warn', 'warn-back'],
      ['bad', 'bad-back'],
    ] as const;
    const faint = pairs.filter(([text, back]) => contrast(palette[text] ?? '', palette[back] ?? '') < 4.5);
    expect(faint).toEqual([]);
  });
});
