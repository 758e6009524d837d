import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, inject, onTestFinished, TestRunner } from 'vitest';
import { createSandbox, type SettingsInput } from '../../src/library/index.ts';

let connection: Promise<Browser> | undefined;
const browser = () => (connection ??= chromium.connect(inject('browser')));

interface Closeable {
  close(): Promise<unknown>;
}

/** The pages and sandboxes that all tests of a file use. */
const open: Closeable[] = [];

/** Closes after the test, or after the file: a page that stays open goes on asking. */
const closeLater = (each: Closeable): unknown =>
  TestRunner.getCurrentTest() ? onTestFinished(async () => void (await each.close())) : open.push(each);

/** Closes what a file has opened, whose module the files of one worker share. */
export async function closeAll(): Promise<void> {
  for (const each of open.splice(0).reverse()) await each.close();
}

/** A small sandbox. */
export async function sandboxFor(options: SettingsInput = {}) {
  const sandbox = await createSandbox({ size: 60, ...options });
  closeLater(sandbox);
  return sandbox;
}

/** A page, and what went wrong in it. */
export interface Watched {
  page: Page;
  /** Errors of scripts, violations of the content policy, dialogs, requests to other hosts. */
  trouble: string[];
}

export async function pageOf(base: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 800 }, ...options });
  closeLater(context);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env['MAX_WAIT_MS'] ?? 300_000));
  const trouble: string[] = [];
  page.on('pageerror', ({ message }) => trouble.push(`error: ${message}`));
  page.on('console', (message) => {
    // The browser notes every refusal; the page shows it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      trouble.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'blob:' && url.host !== new URL(base).host)
      trouble.push(`request: ${request.url()}`);
  });
  return { page, trouble };
}

/** A page that also tells when nothing is asked for any more, and what came is drawn. */
export async function settledPageOf(base: string, options: BrowserContextOptions = {}) {
  const watched = await pageOf(base, options);
  const { page } = watched;
  const asked = new Set<object>();
  page.on('request', (request) => {
    // The stream of events stays open.
    if (!request.url().includes('/events')) asked.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void asked.delete(request));
  const settled = async () => {
    await expect.poll(() => asked.size).toBe(0);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await expect.poll(() => asked.size).toBe(0);
  };
  return { ...watched, settled };
}

export const screens = ['requests', 'keys', 'faults', 'world', 'report', 'api'] as const;

/** Opens a screen and waits until it shows the state of the sandbox. */
export async function openScreen(page: Page, adminUrl: string | null, place: string): Promise<void> {
  await page.goto(`${adminUrl}/#/${place}`);
  await page.locator('.dot.on').waitFor();
  // A change of the hash alone is drawn later: until then the screen before takes the clicks.
  await page.locator(`main[data-place=${JSON.stringify(decodeURIComponent(place))}]`).waitFor();
}

/** Calls the service as a client. */
export const callWith =
  (base: string) =>
  async (path: string, key = 'demo-full', headers: Record<string, string> = {}) => {
    const reply = await fetch(base + path, { headers: { 'api-key': key, ...headers } });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };

export const profile = '/clip/profile?uniqueId=sample.creator';

/** A small sandbox, a client of it and a page. */
export async function opened(options: SettingsInput = {}) {
  const sandbox = await sandboxFor(options);
  const { url, adminUrl } = sandbox;
  return { sandbox, url, adminUrl, call: callWith(url), ...(await pageOf(url)) };
}
