import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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
    await openScreen(page, adminUrl, 'live');
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

  it('keeps a view under a name, over a reload', async () => {
    await page.getByRole('searchbox').fill('key=demo-empty');
    await page.getByRole('button', { name: 'save view' }).click();
    await page.getByLabel('Name').fill('the poor');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'forget view' }).waitFor();
    await page.reload();
    await page.locator('.dot.on').waitFor();
    await expect.poll(() => rows.count()).toBe(4);
    await page.getByLabel('View').selectOption({ label: 'the poor' });
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'forget view' }).click();
    await page.getByLabel('View').selectOption({ label: 'what cost most' });
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByLabel('View').selectOption({ label: 'everything' });
    expect(await page.evaluate(() => localStorage.getItem('creator-sandbox-views'))).toBe('[]');
  });

  it('keeps the newest fifty views, one of each name, and shows nothing else that is stored', async () => {
    const { page: other } = await pageOf(url);
    await openScreen(other, adminUrl, 'live');
    await other.evaluate(() => {
      const views = Array.from({ length: 50 }, (_, n) => ({ name: `v${n}`, search: `status=${n}` }));
      const others = [null, { name: 'no search' }, { search: 'no name' }, 7];
      localStorage.setItem('creator-sandbox-views', JSON.stringify([...others, ...views]));
    });
    await other.reload();
    const names = () => other.getByLabel('View').locator('option').allInnerTexts();
    const given = ['everything', 'what cost most', 'refused', 'forced by a test', 'slowest', 'unknown paths'];
    const numbered = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, n) => `v${from + n}`);
    await expect.poll(names).toEqual([...given, ...numbered(0, 49)]);
    const save = async (name: string, text: string) => {
      await other.getByRole('searchbox').fill(text);
      await other.getByRole('button', { name: 'save view' }).click();
      await other.getByLabel('Name').fill(name);
      await other.keyboard.press('Enter');
    };
    await save(' v3 ', 'status=200');
    await expect.poll(names).toEqual([...given, ...numbered(0, 2), ...numbered(4, 49), 'v3']);
    await save('v50', 'status=201');
    await expect.poll(names).toEqual([...given, ...numbered(1, 2), ...numbered(4, 49), 'v3', 'v50']);
    await save('  ', 'status=202');
    await expect.poll(names).toContain('not saved');
    await other.close();
  });

  it('saves what the search finds as HAR', async () => {
    await page.getByRole('searchbox').fill('status>=400');
    await expect.poll(() => rows.count()).toBe(2);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'save as HAR' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('creator-sandbox.har');
    const { log } = JSON.parse(readFileSync(await file.path(), 'utf8')) as Har;
    expect(log.entries.map(({ response }) => response.status).sort()).toEqual([402, 503]);
    await page.getByRole('searchbox').fill('');
  });

  it('is one stop of the keyboard, which moves in rows and headings and keeps them in view', async () => {
    const many = await opened();
    const { page: other } = many;
    for (let n = 1; n <= 60; n++) await many.call(`/usage?n=${n}`);
    await openScreen(other, many.adminUrl, 'live');
    await expect.poll(() => other.locator('h2').innerText()).toBe('60 requests');
    const stops = other.locator('.rows :is(button, a, [tabindex])');
    expect(
      await stops.evaluateAll((all) => all.filter((each) => (each as HTMLElement).tabIndex >= 0)),
    ).toEqual([]);
    const list = other.locator('.rows');
    const page60 = 60 - (Math.floor((await list.evaluate(({ clientHeight }) => clientHeight)) / 44) - 2);
    /** Where the keyboard is, the row that is open, and the edge of the list that its row touches. */
    const state = () =>
      list.evaluate((table) => {
        const id = table.getAttribute('aria-activedescendant') ?? 'nowhere';
        const marked = [...table.querySelectorAll('.cursor')].map((each) => each.id);
        const { top = 0, bottom = 0 } = document.getElementById(id)?.getBoundingClientRect() ?? {};
        const [upper, lower] = [table.getBoundingClientRect().top + 32, table.getBoundingClientRect().bottom];
        const isAt = (one: number, other: number) => Math.abs(one - other) < 3;
        const edge = isAt(top, upper) ? ' at the top' : isAt(bottom, lower) ? ' at the bottom' : '';
        const isSeen = id.startsWith('heading') || (top > upper - 3 && bottom < lower + 3);
        const open = [...table.querySelectorAll('.row.open[aria-selected=true]')].map(
          (each) => ` ${each.id} open`,
        );
        return `${marked.join() === id ? id : marked.join()}${isSeen ? edge : ' hidden'}${open.join()}`;
      });
    for (const [keys, expected] of [
      ['j', 'row-60 at the top'],
      ['k', 'row-60 at the top'],
      ['ArrowDown j', 'row-58'],
      ['k ArrowUp', 'row-60 at the top'],
      ['PageDown', `row-${page60}`],
      ['PageUp', 'row-60 at the top'],
      ['End', 'row-1 at the bottom'],
      ['j', 'row-1 at the bottom'],
      ['ArrowDown', 'row-1 at the bottom'],
      ['k ArrowUp', 'row-3'],
      ['PageUp PageUp', expect.stringMatching(/^row-\d+ at the top$/)],
      ['Home PageDown j j j', `row-${page60 - 3} at the bottom`],
      ['Home ArrowUp', 'heading-0'],
      ['ArrowLeft ArrowUp', 'heading-0'],
      ['ArrowRight ArrowRight', 'heading-2'],
      ['ArrowLeft', 'heading-1'],
      ['ArrowDown', 'row-60 at the top'],
      ['ArrowRight', 'row-60 at the top'],
      ['ArrowUp ArrowRight Escape', 'row-60 at the top'],
      ['Control+j Alt+j Meta+j', 'row-60 at the top'],
      ['? j k Escape', 'row-60 at the top'],
      ['Enter', 'row-60 at the top row-60 open'],
      ['ArrowDown', 'row-59 row-59 open'],
      ['Escape', 'row-59'],
      ['ArrowUp ArrowUp Escape Enter', 'row-60 at the top row-60 open'],
      ['End', 'row-1 at the bottom row-1 open'],
      ['k', 'row-2 row-2 open'],
      [
        'Escape Home ArrowUp ArrowRight ArrowRight ArrowRight ArrowRight ArrowRight ArrowRight ArrowRight',
        'heading-6',
      ],
    ] as const) {
      for (const key of keys.split(' ')) {
        await other.keyboard.press(key);
        // What a key opens or closes is drawn before the next one.
        await other.evaluate(
          () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
        );
      }
      await expect.poll(state, { message: keys }).toEqual(expected);
    }
    await other.keyboard.press('Enter');
    await expect.poll(() => other.getByRole('searchbox').inputValue()).toBe('sort=-durationMs');
    await other.getByRole('searchbox').fill('');
    await other.locator('h1').click();
    // A click opens a row and closes it; the arrows are those of what has the focus, the letters are not.
    const second = other.locator('#row-59');
    await second.click();
    await expect.poll(state).toBe('row-59 row-59 open');
    await other.getByRole('button', { name: 'save as HAR' }).focus();
    await other.keyboard.press('ArrowDown');
    await other.keyboard.press('j');
    await expect.poll(state).toBe('row-58 row-58 open');
    await second.click();
    await other.getByRole('button', { name: 'Close the request' }).click();
    await expect.poll(state).toBe('row-59');
    await second.click();
    await second.click();
    await expect.poll(state).toBe('row-59');
    // What is open from elsewhere comes into view, and Enter after a sort opens what the cursor is at.
    await openScreen(other, many.adminUrl, 'live/2');
    await expect.poll(state).toMatch(/^row-2( at the bottom)? row-2 open$/);
    expect(many.trouble).toEqual([]);
  });

  it('takes letters that are typed into the search for text', async () => {
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('jk?1');
    expect(await page.getByRole('searchbox').inputValue()).toBe('jk?1');
    expect(page.url()).toContain('#/live');
    expect(await page.locator('.panel, dialog[open]').count()).toBe(0);
    await page.getByRole('searchbox').fill('');
    await page.locator('h1').click();
  });

  it('shows all shortcuts at ?', async () => {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
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
    await other.page.goto(`${adminUrl}/#/live`);
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
    await openScreen(other.page, off.adminUrl, 'live');
    await other.page.getByText('The journal is off').waitFor();
    await other.page.close();
  });

  it('had no error and no request to another host', () => {
    expect(trouble).toEqual([]);
  });
});
