import { expect, it } from 'vitest';
import { opened, openScreen, profile } from './browser.ts';

const { adminUrl, call, page, trouble } = await opened();
await call(profile);
const main = page.locator('main');
/** The fields of a form that hold text or a number. */
const fields = main.locator('form :is(input:not([type=checkbox], [type=file]), textarea)');

/** Fills every field, in both orders, so that none may forget another. */
async function fillAll(): Promise<string[]> {
  const count = await fields.count();
  const texts = Array.from({ length: count }, () => '');
  for (const n of [...texts.keys(), ...[...texts.keys()].reverse(), ...texts.keys()]) {
    const field = fields.nth(n);
    const last = Number(texts[n]?.replace('text-', '') ?? 0);
    texts[n] = (await field.getAttribute('type')) === 'number' ? `${last + n + 1}` : `text-${last + n + 1}`;
    await field.fill(texts[n]);
  }
  return texts;
}
const values = () => fields.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));

it.each([
  ['a key', 'keys', 7],
  ['a rule', 'faults', 2],
  ['a lookup', 'api/3/GET/tube/content-detail', 2],
  ['an operation of the admin surface', 'api/admin/GET/__admin/requests', 3],
  ['creators', 'world', 5],
] as const)(
  'the form of %s keeps what was filled in before, and marks no spelling',
  async (_what, place, least) => {
    await openScreen(page, adminUrl, place);
    if (place === 'faults') await page.getByLabel('Outcome').selectOption('sequence');
    await expect.poll(() => fields.count()).toBeGreaterThanOrEqual(least);
    const selects = main.locator('form select');
    const ticks = main.locator('form input[type=checkbox]');
    const chosen = await selects.evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value));
    const ticked: boolean[] = [];
    for (const tick of await ticks.all()) {
      const isOn = !(await tick.isChecked());
      await tick.setChecked(isOn);
      ticked.push(isOn);
    }
    expect(await fillAll()).toEqual(await values());
    expect(await Promise.all((await ticks.all()).map((tick) => tick.isChecked()))).toEqual(ticked);
    expect(await selects.evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value))).toEqual(
      chosen,
    );
    for (const tick of (await ticks.all()).slice(0, 2)) await tick.setChecked(!(await tick.isChecked()));
    expect((await values()).every((value) => /^(text-)?\d+$/.test(value))).toBe(true);
    expect(await fields.evaluateAll((all) => all.filter((each) => (each as HTMLElement).spellcheck))).toEqual(
      [],
    );
  },
);

it('creators are found by all terms of the form together: a country by its name, figures as people write them', async () => {
  await openScreen(page, adminUrl, 'requests');
  await openScreen(page, adminUrl, 'world');
  const rows = main.locator('tbody tr');
  await main.locator('h2').nth(1).waitFor();
  const first = rows.first();
  await expect.poll(() => first.getAttribute('class')).toBe('open');
  await page.getByLabel('Language').fill('klingon');
  await page
    .getByRole('alert')
    .getByText("'language' cannot be 'klingon': it takes three letters.")
    .waitFor();
  expect(await rows.count()).toBe(0);
  await page.getByLabel('Language').fill('');
  await expect.poll(() => first.getAttribute('class')).toBe('open');
  expect(await main.locator('h2').nth(1).innerText()).toContain(await first.locator('a').innerText());
  const asked = page.waitForRequest(/creators\?.*maxFollowers=/);
  await page.getByLabel('Platform').selectOption('tube');
  await page.getByLabel('At least followers').fill(' 1,000 ');
  await page.getByRole('textbox', { name: 'Country' }).fill(' united states ');
  await page.getByLabel('At most followers').fill('1.5m');
  expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({
    limit: '100',
    platform: 'tube',
    minFollowers: ' 1,000 ',
    maxFollowers: '1.5m',
    country: ' united states ',
  });
});

it('a value in a path is written as a part of it', async () => {
  await openScreen(page, adminUrl, 'api/admin/GET/__admin/snapshots/{name}');
  await main.getByLabel('name').fill('a b/c?d');
  await page
    .getByRole('region', { name: 'The request as curl' })
    .getByText('/__admin/snapshots/a%20b%2Fc%3Fd')
    .waitFor();
});

it('an address without an operation, or with an unknown one, shows the first of its list', async () => {
  for (const place of ['api', 'api/2', 'api/admin', 'api/3/GET/nowhere']) {
    await openScreen(page, adminUrl, place);
    const first = main.locator('nav.operations a').first();
    await expect.poll(() => first.getAttribute('aria-current')).toBe('page');
    expect(await first.innerText()).toContain(
      (await main.locator('article p.mono').innerText()).replace(/^.*?\/(__admin\/)?/s, '').trim(),
    );
  }
});

it('times of the service are shown to a tenth of a millisecond in lists, to a hundredth in full', async () => {
  await openScreen(page, adminUrl, 'requests');
  await expect.poll(() => page.locator('.rows .row').first().innerText()).toMatch(/(?<![\d.])\d+\.\d ms/);
  await openScreen(page, adminUrl, 'requests/1');
  await expect
    .poll(() => main.locator('.panel .facts').first().innerText())
    .toMatch(/(?<![\d.])\d+\.\d\d ms/);
  await openScreen(page, adminUrl, 'api/3/GET/usage');
  await main.locator('form').getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => main.locator('.reply').innerText()).toMatch(/(?<![\d.])\d+\.\d ms/);
});

it('had no error, and sent no token that it was not given', async () => {
  const sent = page.waitForRequest(/\/health$/);
  await page.goto(`${adminUrl}/#/requests`);
  await page.reload();
  expect((await sent).headers()).not.toHaveProperty('authorization');
  expect(trouble).toEqual([]);
});
