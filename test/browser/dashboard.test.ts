import { describe, expect, it } from 'vitest';
import { opened, openScreen, profile, screens } from './browser.ts';

const { sandbox, url, adminUrl, call, page, trouble } = await opened();
const text = (selector: string) => page.locator(selector).first();

/** Waits until the list has all requests, and opens the newest. */
async function openNewest() {
  const { count } = (await (await fetch(`${adminUrl}/requests/count`)).json()) as { count: number };
  const shown = () => page.locator('.rows').getAttribute('aria-rowcount');
  await expect.poll(async () => Number(await shown()) - 1).toBe(count);
  await page.locator('.rows .row').first().click();
}

async function callAndOpen(...request: Parameters<typeof call>) {
  await call(...request);
  await openNewest();
}

describe('the dashboard', () => {
  it('is where a browser at / is led', async () => {
    await page.goto(url);
    expect(page.url()).toBe(`${adminUrl}/`);
    await page.locator('.dot.on').waitFor();
  });

  it('shows requests as they come, without reading the journal', async () => {
    await openScreen(page, adminUrl, 'requests');
    const asked: string[] = [];
    const note = (request: { url(): string }) => void asked.push(request.url());
    page.on('request', note);
    for (let n = 0; n < 5; n++) {
      await call(`${profile}&n=${n}`);
      await page.locator('.rows .row').nth(n).waitFor();
    }
    page.off('request', note);
    // Every three seconds the page asks for its newest request alone, to notice a reset.
    expect(asked.filter((each) => new URL(each).pathname.endsWith('/requests'))).toEqual([]);
  });

  it('names the key of a request by its label, also after a reload', async () => {
    await callAndOpen('/usage', 'sandbox:plan=9:its-label');
    await expect.poll(() => page.locator('.rows .row').first().innerText()).toContain('its-label');
    await page.reload();
    await expect.poll(() => page.locator('.rows .row').first().innerText()).toContain('its-label');
  });

  it('finds requests by terms, by words and by both, and says what is no term', async () => {
    const search = page.getByRole('searchbox');
    const shown = () => page.locator('.rows .row').count();
    const key = 'sandbox:plan=9,fractional:to-find';
    await call(profile, key);
    await call(`${profile}&fields=country`, key);
    await call('/nowhere', key);
    await call('/clip/profile', 'demo-full', { 'x-sandbox-call-site': 'src/other.ts:7:3' });
    for (const [text, found] of [
      ['key=to-find', 3],
      ['key=to-find credits>0', 2],
      ['key~TO-f path=/*/profile query.fields=country', 1],
      ['to-find status>=400', 1],
      ['TO-FIND Nowhere', 1],
      // A word may be of the key, the path and query, the answer or the line.
      ['COUNTRY to-find', 1],
      ['validation_ERROR', 1],
      ['src/OTHER.ts:7:3', 1],
      ['key=to-find notes=""', 3],
      ['key=to-find body~nothing', 0],
      ['key=to-find limit=2', 2],
    ] as const) {
      await search.fill(text);
      await expect.poll(shown, { message: text }).toBe(found);
    }
    // Only the sandbox can judge these terms, so each new request makes the screen ask again.
    await search.fill('path=/nowhere bodyCut=false');
    await expect.poll(shown).toBe(1);
    await call('/nowhere', key);
    await expect.poll(shown).toBe(2);
    await search.fill('key=to-find sort=-credits');
    await expect.poll(() => page.locator('.row .credits').first().innerText()).toBe('2');
    await search.fill('credit>3');
    await page.getByText('There is no member "credit"; the nearest valid one is credits.').waitFor();
    await search.fill('');
  });

  it('names no key but demo keys in code', async () => {
    await callAndOpen(profile, 'sandbox:plan=9:in-code');
    const panel = page.getByRole('complementary', { name: 'Request' });
    for (const [form, variable] of [
      ['curl', '$CREATOR_SANDBOX_KEY'],
      ['fetch', 'process.env.CREATOR_SANDBOX_KEY'],
      ['pytest', 'os.environ["CREATOR_SANDBOX_KEY"]'],
    ] as const) {
      await panel.getByRole('button', { name: form }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(variable);
    }
  });

  it('shows the text that it may not copy', async () => {
    await page.evaluate(() =>
      Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('no')) }),
    );
    await page.getByRole('complementary', { name: 'Request' }).getByRole('button', { name: 'curl' }).click();
    await page.locator('.notice:not(.failed)', { hasText: 'curl -s' }).waitFor();
    await page.reload();
    await page.locator('.dot.on').waitFor();
  });

  it('says why a key was not recognised', async () => {
    const panel = page.getByRole('complementary', { name: 'Request' });
    await callAndOpen('/usage', 'sandbox:plam=9:wrong');
    await expect.poll(() => panel.innerText()).toContain('The key describes no account: term 1');
  });

  it('sends a request again', async () => {
    await callAndOpen(profile, 'sandbox:plan=9:again');
    const before = await page.locator('.rows .row').count();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => page.locator('.rows .row').count()).toBe(before + 1);
    expect((await call('/usage', 'sandbox:plan=9:again')).body['creditsAvailable']).toBe(5);
  });

  it('makes the next call of a request fail', async () => {
    await page.getByLabel('fail next time').selectOption('503 SERVICE_UNAVAILABLE');
    await text('.frame .alert').waitFor();
    expect((await call(profile)).status).toBe(200);
    expect((await call(profile, 'sandbox:plan=9:again')).status).toBe(503);
    expect((await call(profile, 'sandbox:plan=9:again')).status).toBe(200);
  });

  it('forces a refusal by a click: the next call gets it, the one after does not', async () => {
    await openScreen(page, adminUrl, 'faults');
    await page.getByText('All operations and their refusals').click();
    const name = 'Force 402 KEY_SPEND_THRESHOLD_EXCEEDED on clip/profile';
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name, pressed: true }).waitFor();
    // The grid is one stop of the keyboard; the arrows move in it.
    await page.keyboard.press('ArrowDown');
    expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^Force 402 KEY_SPEND/);
    expect(await page.locator('.grid .cell[tabindex="0"]').count()).toBe(1);
    expect(await call(profile)).toMatchObject({
      status: 402,
      body: { errorCode: 'KEY_SPEND_THRESHOLD_EXCEEDED' },
    });
    expect((await call(profile)).status).toBe(200);
  });

  it('adds rules of every kind, shows their hits and removes them', async () => {
    await fetch(`${adminUrl}/faults`, { method: 'DELETE' });
    await openScreen(page, adminUrl, 'faults');
    const add = async (kind: string, ...fields: [label: string, value: string][]) => {
      await page.getByLabel('Outcome').selectOption(kind);
      for (const [label, value] of fields) await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByRole('button', { name: 'Add the rule' }).click();
    };
    await add('latency', ['Delay', 'soon']);
    await page.locator('.notice.failed', { hasText: 'soon' }).waitFor();
    await add('latency', ['Delay', '3s']);
    await add('sequence', ['Steps', 'fail, succeed'], ['Status of fail', '500']);
    await add('hold', ['Until so many wait', '3']);
    await add('profile');
    await expect.poll(() => page.locator('.rule').count()).toBe(4);
    expect(await sandbox.faults()).toMatchObject([
      { latency: '3s' },
      { sequence: ['fail', 'succeed'], respond: { status: 500 } },
      { hold: { until: 3 } },
      { profile: 'cut' },
    ]);
    expect(await page.locator('main').innerText()).toContain(
      'Half of the first chunk comes, then an orderly end.',
    );
    await page.getByRole('button', { name: 'release' }).click();
    await page.getByRole('button', { name: 'Turn off all fault rules' }).click();
    await expect.poll(() => page.locator('.rule').count()).toBe(0);
  });

  it('renews a plan by +30 days', async () => {
    const key = 'sandbox:plan=10:renewed';
    await call(profile, key);
    const { id } = await sandbox.findKey(key);
    await openScreen(page, adminUrl, `keys/${id}`);
    await expect.poll(() => page.locator('tr.open').innerText()).toContain('8');
    await page.getByRole('button', { name: '+30 days' }).click();
    await expect.poll(() => page.locator('tr.open').innerText()).toContain('10');
    expect((await call('/usage', key)).body['creditsAvailable']).toBe(10);
    await page.getByRole('button', { name: 'real', exact: true }).click();
  });

  it('builds a key, which is used and emptied', async () => {
    await openScreen(page, adminUrl, 'keys');
    await page.getByRole('textbox', { name: 'label' }).fill('Built');
    await page.getByRole('spinbutton', { name: 'plan', exact: true }).fill('7');
    const key = (await page.getByLabel('The key', { exact: true }).innerText()).trim();
    expect(key).toBe('sandbox:plan=7,fractional:Built');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('heading', { name: 'Built' }).waitFor();
    await page.getByRole('searchbox').fill('bUILT');
    await expect.poll(() => page.getByRole('region', { name: 'Keys' }).locator('tbody tr').count()).toBe(1);
    await page.getByRole('searchbox').fill('');
    expect((await call(profile, key)).status).toBe(200);
    const entries = page.getByRole('region', { name: 'Entries of the ledger' }).locator('tbody tr');
    await expect.poll(() => entries.first().innerText()).toMatch(/\scharge\s+clip\/profile\s+−2\s+5$/);
    await page.getByRole('img', { name: 'Balance: 5 to 7' }).waitFor();
    await page.getByRole('button', { name: 'empty now' }).click();
    await expect.poll(async () => (await call(profile, key)).status).toBe(402);
    await page.getByLabel('Credits').fill('20');
    await page.getByRole('button', { name: 'top up' }).click();
    await expect.poll(async () => (await call(profile, key)).status).toBe(200);
    await page.getByRole('button', { name: 'empty now' }).click();
    await expect.poll(async () => (await sandbox.findKey(key)).purchased).toBe(0);
    await page.getByRole('button', { name: 'reset', exact: true }).click();
    await page.getByRole('button', { name: 'Do it anyway' }).click();
    await page.getByText('Built is reset.').waitFor();
    expect((await call('/usage', key)).body['creditsAvailable']).toBe(7);
  });

  it('finds creators, says what edge cases test, and sends a request for one', async () => {
    await openScreen(page, adminUrl, 'world');
    await expect.poll(() => page.locator('main tbody tr').count()).toBe(100);
    await page.getByLabel('Edge case').selectOption('private');
    await page.locator('p.note', { hasText: 'For clients that expect contents' }).waitFor();
    await page.getByRole('searchbox').fill('nobody.is.called.so');
    await page.getByText('No creator meets all terms.').waitFor();
    await page.getByRole('searchbox').fill('private');
    await page.getByRole('region', { name: 'Creators' }).getByRole('link').first().click();
    await expect
      .poll(() => page.getByRole('region', { name: 'The creator' }).innerText())
      .toMatch(/followers\s+[\d,]+\s+following\s+[\d,]+\s+country\s+\w+/);
    await page.getByRole('button', { name: /^Send .*\/profile$/ }).click();
    await expect.poll(() => page.locator('main').innerText()).toContain('"isPrivateAccount": true');
  });

  it('prices a request before it sends it: single fields, counted lists, and what a search adds', async () => {
    const price = page.getByLabel('Price before sending');
    const reply = page.getByRole('region', { name: 'Reply', exact: true });
    const send = () => page.locator('form').getByRole('button', { name: 'Send' }).click();
    await openScreen(page, adminUrl, 'api/3/GET/clip/profile');
    await expect.poll(() => price.innerText()).toBe('costs 2 credits');
    await page.getByLabel('fields').fill('bio, languages');
    await expect.poll(() => price.innerText()).toBe('costs 0.3 credits');
    expect(await page.getByRole('region', { name: 'The request as curl' }).innerText()).toMatch(
      /\/clip\/profile\?uniqueId=sample\.creator&fields=bio&fields=languages'$/,
    );
    await send();
    await expect.poll(() => reply.innerText()).toContain('"creditsUsed": 0.3');
    await page.locator('form').getByLabel('Key').selectOption({ label: 'demo-empty' });
    await expect.poll(() => price.innerText()).toMatch(/would be refused: 403 FRACTIONAL_CALLS_NOT_ENABLED$/);

    await openScreen(page, adminUrl, 'api/3/GET/tube/content-detail');
    await page.getByLabel('fields').fill('{"recentVideos":2,"recentShorts":1}');
    await expect.poll(() => price.innerText()).toBe('costs 0.3 credits');
    await send();
    await expect.poll(() => reply.innerText()).toContain('"creditsUsed": 0.3');

    await openScreen(page, adminUrl, 'api/3/POST/clip/search');
    await expect.poll(() => price.innerText()).toBe('costs 1 credit');
    const body = page.getByLabel('Body, JSON');
    const search = JSON.parse(await body.inputValue()) as object;
    await body.fill(JSON.stringify({ ...search, fields: { profile: ['country'] } }));
    await expect.poll(() => price.innerText()).toBe('costs 1.2 credits');
    await body.fill('[1');
    await page.locator('.alert', { hasText: 'The body is not JSON: ' }).waitFor();
  });

  it('sends to the admin surface and to generation 2 too', async () => {
    await openScreen(page, adminUrl, 'api/admin/GET/__admin/clock');
    await page.locator('form').getByRole('button', { name: 'Send' }).click();
    await expect
      .poll(() => page.getByRole('region', { name: 'Reply', exact: true }).innerText())
      .toContain('"mode": "real"');
    await openScreen(page, adminUrl, 'api/2/GET/v2/clipBasic');
    await page.locator('form').getByRole('button', { name: 'Send' }).click();
    await expect
      .poll(() => page.getByRole('region', { name: 'Reply', exact: true }).innerText())
      .toContain('sample.creator');
  });

  it('shows no form of the surface before while a document is loaded', async () => {
    const fresh = await page.context().newPage();
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
    await openScreen(fresh, adminUrl, 'api/3/GET/usage');
    await fresh.locator('form').waitFor();
    await fresh.route(/openapi\.json/, (route) => loaded.then(() => route.continue()));
    await fresh.getByRole('link', { name: 'Admin surface' }).click();
    await fresh.locator('form').waitFor({ state: 'detached' });
    load();
    await fresh.locator('form').waitFor();
    await fresh.close();
  });

  it('works by keyboard', async () => {
    await call('/tube/topics');
    for (const key of ['Control+2', 'Alt+3', 'Meta+4', '0', '1']) await page.keyboard.press(key);
    expect(page.url()).toContain('#/requests');
    await page.locator('.rows').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Request' });
    await panel.waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('topics');
    await expect.poll(() => page.locator('.rows .row').count()).toBe(1);
    await page.getByRole('searchbox').fill('');
  });

  it('resets everything', async () => {
    await page.getByRole('button', { name: 'reset everything' }).click();
    await page.getByRole('button', { name: 'Do it anyway' }).click();
    await page.getByText('Everything is reset.').waitFor();
    await page.keyboard.press('1');
    await expect.poll(() => page.locator('h2').innerText()).toBe('0 requests');
    await call('/usage');
    await expect.poll(() => page.locator('h2').innerText()).toBe('1 request');
  });

  it('notices a reset by others', async () => {
    await sandbox.reset();
    await expect.poll(() => page.locator('h2').innerText()).toBe('0 requests');
  });

  it('had no error, no dialog, no violated policy and no request to another host', async () => {
    for (const screen of screens) await openScreen(page, adminUrl, screen);
    expect(trouble).toEqual([]);
  });
});
