import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { opened, openScreen, pageOf, profile, sandboxFor } from './browser.ts';

const { sandbox, url, adminUrl, call, page, trouble } = await opened();
const rows = page.locator('.rows .row');

interface Har {
  log: { entries: { response: { status: number } }[] };
}
const rowTexts = async () => (await rows.allInnerTexts()).map((text) => text.replaceAll('\n', ' '));
const search = (filters: unknown) =>
  fetch(`${url}/clip/search`, {
    method: 'POST',
    headers: { 'api-key': 'demo-full', 'content-type': 'application/json' },
    body: JSON.stringify({ filters, pageSize: 2, offset: 0 }),
  }).then((reply) => reply.text());

describe('the table of requests', () => {
  it('has something to paste before the first request, in the words of the sandbox', async () => {
    await openScreen(page, adminUrl, 'requests');
    const code = page.locator('.overview pre').first();
    await expect.poll(() => code.innerText()).toContain(`'${url}${profile}'`);
    expect(await page.locator('.overview li').count()).toBe(3);
  });

  it('tells of each call when it came, by both clocks', async () => {
    await fetch(`${adminUrl}/clock/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ by: '31d' }),
    });
    await call(profile);
    await search([{ filterName: 'totalFollowers', op: '>', value: 1000 }]);
    await call(profile, 'demo-empty');
    await call('/clip/audience?uniqueId=sample.creator', 'demo-full', { prefer: 'code=503' });
    await expect.poll(() => rows.count()).toBe(4);
    const texts = await rowTexts();
    // Real time and the time of the sandbox, a month later.
    const entry = (await (await fetch(`${adminUrl}/requests/1`)).json()) as { at: number; realAt: number };
    const day = new Date(entry.at).toISOString().slice(0, 10);
    expect(texts[3]).toContain(`${new Date(entry.realAt).toISOString().slice(11, 23)} ${day}`);
    expect(entry.at - entry.realAt).toBeGreaterThan(30 * 86_400_000);
  });

  it('answers by one click which request spent most', async () => {
    await page.getByRole('button', { name: 'Credits', exact: true }).click();
    await expect.poll(async () => (await rowTexts())[0]).toMatch(/clip\/(profile|search)/);
    const credits = async () =>
      (await page.locator('.row .credits').allInnerTexts()).map((text) => Number(text.replace('–', '0')));
    expect(await credits()).toEqual([...(await credits())].sort((a, b) => b - a));
    expect(await page.getByRole('searchbox').inputValue()).toBe('sort=-credits');
    expect(await page.locator('[aria-sort=descending]').innerText()).toContain('Credits');
    await page.getByRole('button', { name: 'Credits', exact: true }).click();
    await expect.poll(async () => (await credits())[0]).toBe(0);
    await page.getByRole('button', { name: 'Credits', exact: true }).click();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
  });

  it('filters by chips, each a term of the search, and takes them away one by one', async () => {
    await page.getByRole('button', { name: 'refused' }).click();
    await expect.poll(() => page.locator('main h2').innerText()).toBe('2 of 4 requests');
    await page.getByRole('searchbox').fill('status>=400 key=demo-empty');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Remove the filter key=demo-empty' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('searchbox').fill('credits>1000');
    await page.getByText('None of the 4 requests matches.').waitFor();
    await page.getByRole('button', { name: 'show all' }).click();
    await expect.poll(() => rows.count()).toBe(4);
  });

  it('saves what the search finds as HAR', async () => {
    await page.getByRole('searchbox').fill('status>=400');
    await expect.poll(() => rows.count()).toBe(2);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'save as HAR' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('creator-sandbox.har');
    const saved = join(newFolder(), 'saved.har');
    await file.saveAs(saved);
    const { log } = JSON.parse(readFileSync(saved, 'utf8')) as Har;
    expect(log.entries.map(({ response }) => response.status).sort()).toEqual([402, 503]);
    await page.getByRole('searchbox').fill('');
  });

  it('is one stop of the keyboard, which moves in the rows and keeps them in view', async () => {
    const many = await opened();
    const { page: other } = many;
    await Promise.all(Array.from({ length: 40 }, (_, n) => many.call(`/usage?n=${n}`)));
    await openScreen(other, many.adminUrl, 'requests');
    await expect.poll(() => other.locator('h2').innerText()).toBe('40 requests');
    const list = other.locator('.rows');
    const stops = await list.locator('.row-group :is(button, a, [tabindex])').count();
    expect(stops).toBe(0);
    const aPageDown = 40 - (Math.floor((await list.evaluate(({ clientHeight }) => clientHeight)) / 44) - 2);
    /** The row of the keyboard, whether it is in view, and the row that is open. */
    const state = () =>
      list.evaluate((table) => {
        const id = table.getAttribute('aria-activedescendant') ?? 'nowhere';
        const { top = 0, bottom = 0 } = document.getElementById(id)?.getBoundingClientRect() ?? {};
        const frame = table.getBoundingClientRect();
        const isSeen = top > frame.top + 29 && bottom < frame.bottom + 3;
        const open = table.querySelector('.row.open[aria-selected=true]');
        return `${id}${isSeen ? '' : ' hidden'}${open ? ` ${open.id} open` : ''}`;
      });
    for (const [key, expected] of [
      ['j', 'row-40'],
      ['k', 'row-40'],
      ['ArrowDown', 'row-39'],
      ['j', 'row-38'],
      ['Home', 'row-40'],
      ['PageDown', `row-${aPageDown}`],
      ['End', 'row-1'],
      ['ArrowDown', 'row-1'],
      ['k', 'row-2'],
      ['ArrowUp', 'row-3'],
      ['Home', 'row-40'],
      // a key of the browser moves nothing, or the row that opens would be another one
      ['Control+j', 'row-40'],
      ['Alt+j', 'row-40'],
      ['Meta+j', 'row-40'],
      ['Enter', 'row-40 row-40 open'],
      ['ArrowDown', 'row-39 row-39 open'],
      ['Escape', 'row-39'],
    ] as const) {
      await other.keyboard.press(key);
      await expect.poll(state, { message: key }).toBe(expected);
    }
    // A click opens a row and closes it, and a row that is opened from elsewhere comes into view.
    await other.locator('#row-39').click();
    await expect.poll(state).toBe('row-39 row-39 open');
    await other.locator('#row-39').click();
    await expect.poll(state).toBe('row-39');
    await openScreen(other, many.adminUrl, 'requests/2');
    await expect.poll(state).toBe('row-2 row-2 open');
    expect(many.trouble).toEqual([]);
  });

  it('takes letters that are typed into the search for text', async () => {
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('jk?1');
    expect(await page.getByRole('searchbox').inputValue()).toBe('jk?1');
    expect(page.url()).toContain('#/requests');
    expect(await page.locator('.panel, dialog[open]').count()).toBe(0);
    await page.getByRole('searchbox').fill('');
    await page.locator('h1').click();
  });

  it('loses no row that comes after a later one', async () => {
    const held = await sandbox.fault({ match: { operation: 'tube/topics' }, hold: {}, times: 1 });
    const waiting = call('/tube/topics');
    const isHeld = async () => (await sandbox.faults()).find(({ id }) => id === held.id)?.waiting;
    await expect.poll(isHeld).toBe(1);
    for (let n = 0; n < 3; n++) await call('/usage');
    await held.release();
    await waiting;
    await expect.poll(() => rows.count()).toBe(8);
    const { requests } = (await (await fetch(`${adminUrl}/requests`)).json()) as {
      requests: { id: number }[];
    };
    const shown = await rows.evaluateAll((all) => all.map(({ id }) => Number(id.replace('row-', ''))));
    expect(shown).toEqual(requests.map(({ id }) => id).reverse());
  });

  it('drops the rows of a key that someone reset', async () => {
    await call('/usage', 'sandbox:plan=3:to-reset');
    await call('/usage?n=1?2');
    await expect.poll(() => rows.count()).toBe(10);
    expect((await rowTexts())[0]).toContain('GET usage n=1?2 ');
    // What comes while the journal is read again is not lost.
    let isFirst = true;
    await page.route('**/requests?*', async (route) => {
      const response = await route.fetch();
      if (isFirst) {
        isFirst = false;
        const seen = page.waitForRequest('**/report');
        await call('/usage?late');
        await seen;
      }
      await route.fulfill({ response });
    });
    await sandbox.reset('sandbox:plan=3:to-reset');
    await expect.poll(async () => (await rowTexts())[0]).toContain('GET usage late ');
    await expect.poll(() => rows.count()).toBe(10);
    expect((await rowTexts()).join()).not.toContain('to-reset');
    await page.unroute('**/requests?*');
  });

  it('says that it loads, not that there is nothing', async () => {
    const other = await pageOf(url);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await other.page.route('**/requests?*', async (route) => {
      await released;
      await route.continue();
    });
    await other.page.goto(`${adminUrl}/#/requests`);
    await other.page.getByText('Loading the requests …').waitFor();
    expect((await other.page.locator('main').innerText()).trim()).toMatch(/Loading the requests …$/);
    expect(await other.page.locator('main').innerText()).not.toMatch(/\b0 requests|No requests/);
    release();
    await expect.poll(() => other.page.locator('main h2').innerText()).toBe('10 requests');
    await other.page.close();
  });

  it('says that the journal is off', async () => {
    const off = await sandboxFor({ journal: 0 });
    const other = await pageOf(off.url);
    await openScreen(other.page, off.adminUrl, 'requests');
    await other.page.getByText('The journal is off').waitFor();
    await other.page.close();
  });

  it('had no error and no request to another host', () => {
    expect(trouble).toEqual([]);
  });
});
