import type { TestApp } from '../harness.ts';
import type { Admin } from './admin.ts';

/** Makes some of everything that a snapshot holds. @returns a key with a rate window */
export async function makeState({ get, post, world }: TestApp, admin: Admin): Promise<string> {
  const profile = `/clip/profile?uniqueId=${world.example.clip}`;
  const key = 'sandbox:plan=20,purchased=5,rate=3/1d:saved';
  await get(profile, key);
  await get('/clip/profile?uniqueId=no.one', key);
  await admin('POST', '/keys', {
    key: 'made-here',
    account: 'team',
    plan: 50.5,
    limit: 9,
    allow: ['clip/profile'],
  });
  await admin('POST', '/keys/made-here/credits', { purchased: 1.25 });
  await get(profile, 'made-here');
  await post('/clip/submitCreators', { uniqueIds: ['some.one'] }, 'demo-full');
  await admin('POST', '/faults', {
    match: { key: 'made-here', path: '/clip/contact' },
    respond: { status: 503 },
  });
  return key;
}
