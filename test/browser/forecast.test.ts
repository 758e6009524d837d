import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { callWith, openScreen, pageOf, profile, sandboxFor } from './browser.ts';

const testNamed = (name: string, line: string) => ({ 'x-sandbox-test': name, 'x-sandbox-call-site': line });

it('says which test spent most by one key, and divides the bill by line', async () => {
  const { url, adminUrl } = await sandboxFor();
  const call = callWith(url);
  await call('/tube/topics', 'demo-full', testNamed('lists topics', 'src/topics.ts:7:3'));
  for (let n = 0; n < 2; n++)
    await call(profile, 'demo-full', testNamed('shows a profile', 'src/profile.ts:4:9 load'));
  await call(profile, 'demo-full', testNamed('refreshes', 'src/profile.ts:4:9 load'));
  const { page, trouble } = await pageOf(url);
  await openScreen(page, adminUrl, 'live');
  // Which test spent most: one action.
  await page.keyboard.press('6');
  const rowsOf = async (label: string) =>
    page
      .getByRole('region', { name: label })
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => cell.textContent).join(' | ')),
      );
  await expect
    .poll(() => rowsOf('Credits by test'))
    .toEqual([
      'shows a profile | 2 | 4 | 57.1 %',
      'refreshes | 1 | 2 | 28.6 %',
      'lists topics | 1 | 1 | 14.3 %',
    ]);
  await page.getByRole('button', { name: 'By line' }).click();
  await expect
    .poll(() => rowsOf('Credits by line of your code'))
    .toEqual(['src/profile.ts:4:9 load | 3 | 6 | 85.7 %', 'src/topics.ts:7:3 | 1 | 1 | 14.3 %']);

  // The chart by keys: arrows lead from box to box, Enter makes a box the whole, Escape goes back.
  await page.getByRole('button', { name: 'By test' }).click();
  const chart = page.getByRole('tree', { name: 'Where the credits went' });
  const says = page.locator('.flame-says');
  const chosen = chart.locator('.cursor[aria-selected=true]');
  await chart.focus();
  const load = 'src/profile.ts:4:9 load';
  for (const [keys, text] of [
    ['x', 'the run: 7 credits, 100 % of all'],
    ['ArrowUp', 'the run: 7 credits, 100 % of all'],
    ['ArrowDown', 'shows a profile: 4 credits, 57.1 % of all'],
    ['ArrowLeft', 'shows a profile: 4 credits, 57.1 % of all'],
    ['ArrowRight ArrowRight', 'lists topics: 1 credit, 14.3 % of all'],
    ['ArrowRight', 'lists topics: 1 credit, 14.3 % of all'],
    ['ArrowLeft', 'refreshes: 2 credits, 28.6 % of all'],
    ['ArrowDown', `${load}: 2 credits, 28.6 % of all in refreshes`],
    ['ArrowDown', `clip/profile: 2 credits, 28.6 % of all in refreshes › ${load}`],
    ['ArrowDown ArrowDown', `200: 2 credits, 28.6 % of all in refreshes › ${load} › clip/profile`],
    ['ArrowUp ArrowLeft ArrowUp', `${load}: 4 credits, 57.1 % of all in shows a profile`],
    ['Home', 'the run: 7 credits, 100 % of all'],
    ['ArrowDown ArrowRight Enter', 'refreshes: 2 credits, 28.6 % of all'],
    ['ArrowDown Enter', `${load}: 2 credits, 28.6 % of all`],
    ['ArrowDown Enter', 'clip/profile: 2 credits, 28.6 % of all'],
    ['Escape', `${load}: 2 credits, 28.6 % of all`],
  ] as const) {
    for (const key of keys.split(' ')) await page.keyboard.press(key);
    await expect.poll(() => says.innerText(), { message: keys }).toBe(text);
    expect(await chosen.getAttribute('id')).toBe(await chart.getAttribute('aria-activedescendant'));
    expect(text.startsWith((await chosen.getAttribute('title')) ?? 'nothing')).toBe(true);
  }
  const widths = await chart
    .getByRole('treeitem')
    .evaluateAll((boxes) => boxes.map((box) => Math.round(box.getBoundingClientRect().width)));
  expect(new Set(widths).size).toBe(1);
  expect(await chart.evaluate((element) => element === document.activeElement)).toBe(true);
  // By clicks: the first chooses a box, the second makes it the whole, and the trail leads back.
  const trail = page.getByRole('button', { name: '←' });
  expect(await trail.allInnerTexts()).toEqual(['← the run', '← refreshes']);
  await trail.last().click();
  await expect.poll(() => trail.allInnerTexts()).toEqual(['← the run']);
  await trail.first().click();
  await expect.poll(() => says.innerText()).toBe('the run: 7 credits, 100 % of all');
  await chart.getByTitle('lists topics').click();
  await expect.poll(() => says.innerText()).toBe('lists topics: 1 credit, 14.3 % of all');
  expect(await trail.count()).toBe(0);
  await chart.getByTitle('lists topics').click();
  await expect.poll(() => trail.count()).toBe(1);
  expect(trouble).toEqual([]);
});

it('foretells when a plan runs out and renews, with curves for fewer and more runs', async () => {
  const { url, adminUrl, ...sandbox } = await sandboxFor({ clock: '2026-06-01T12:00:00Z' });
  const { page, trouble } = await pageOf(url);
  await openScreen(page, adminUrl, 'bill');
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'What more such runs' }) });
  await page.getByText('No call was paid yet: there is nothing to foretell.').waitFor();
  const key = await sandbox.key({ plan: 100, purchased: 20, label: 'ci' });
  await callWith(url)(profile, key.key);
  // The form begins with what the chosen key has.
  await page.keyboard.press('1');
  await page.locator('.frame select').selectOption({ label: 'ci' });
  await page.keyboard.press('Escape');
  await page.locator('h1 a').focus();
  await page.keyboard.press('6');
  await expect.poll(() => panel.getByLabel('Plan, in credits').inputValue()).toBe('100');
  expect(await panel.getByLabel('Purchased, in credits').inputValue()).toBe('20');
  const says = () => panel.innerText();
  await expect
    .poll(says)
    .toContain('A run costs 2 credits, a cycle of 30d 600. The plan of 100 runs out on 2026-06-07');
  expect(await says()).toContain('(2026-06-05 with the most runs, 2026-06-09 with the fewest)');
  expect(await says()).toContain('It renews on 2026-07-01. The smallest plan that lasts: 580.');
  const chart = panel.getByRole('img');
  expect(await chart.getAttribute('aria-label')).toContain('runs out on 2026-06-07');

  await panel.getByLabel('Plan, in credits').fill('5000');
  await panel.getByRole('button', { name: 'Foretell' }).click();
  await expect.poll(says).toContain('The plan of 5,000 lasts.');
  for (const [within, text] of [
    ['-1', 'Give 0 to 100 %'],
    ['0', 'The plan of 5,000 lasts.'],
    ['101', 'Give 0 to 100 %'],
    ['100', 'The plan of 5,000 lasts.'],
  ] as const) {
    await panel.getByLabel('Give or take').fill(within);
    await panel.getByRole('button', { name: 'Foretell' }).click();
    await expect.poll(says).toContain(text);
  }
  await panel.getByLabel('Billing cycle').fill('soon');
  await panel.getByLabel('Billing cycle').press('Enter');
  await expect.poll(says).toContain("'cycle' must be milliseconds or a duration such as 31d");
  expect(trouble).toEqual([]);
});

it('shows when each operation last agreed with the service, and how it differed', async () => {
  const agreement = join(newFolder(), 'agreement.json');
  const difference = { kind: 'type', place: '/data/0', expected: 'string', actual: 'number', exchanges: 1 };
  const compared = { lastComparedAt: '2026-05-20T10:00:00.000Z', exchanges: 4 };
  writeFileSync(
    agreement,
    JSON.stringify({
      operations: [
        { operation: 'clip/profile', ...compared, lastAgreedAt: '2026-05-20T10:00:00.000Z', differences: [] },
        {
          operation: 'tube/topics',
          ...compared,
          lastAgreedAt: null,
          differences: [
            { ...difference, decision: 'taxonomy' },
            { ...difference, decision: 'not/known' },
          ],
        },
      ],
    }),
  );
  const { url, adminUrl } = await sandboxFor({ agreement });
  await callWith(url)('/usage');
  const { page, trouble } = await pageOf(url);
  await openScreen(page, adminUrl, 'report');
  const table = page.getByRole('region', { name: 'Agreement by operation' });
  await expect
    .poll(() => table.locator('tbody tr').allInnerTexts())
    .toEqual([
      'clip/profile\t2026-05-20\t2026-05-20\t4\tnone',
      expect.stringMatching(
        /^tube\/topics\tnever\t2026-05-20\t4\s+type at \/data\/0: here string, there number, 1 exchange/,
      ),
    ]);
  await page.getByRole('searchbox').fill('topics');
  await expect.poll(() => table.locator('tbody tr').count()).toBe(1);
  expect(await table.getByRole('link', { name: 'not/known' }).getAttribute('href')).toBe(
    '#/docs/decisions/not%2Fknown',
  );
  await table.getByRole('link', { name: 'taxonomy' }).click();
  await page.locator('main[data-place="docs/decisions/taxonomy"]').waitFor();
  await expect.poll(() => page.locator('tr.found').innerText()).toContain('taxonomy');

  writeFileSync(agreement, 'not JSON');
  await openScreen(page, adminUrl, 'report');
  await page.locator('.note', { hasText: 'agreement.json' }).waitFor();
  expect(trouble).toEqual([]);
});
