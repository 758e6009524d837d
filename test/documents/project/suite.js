/** The tests of the project that the pages assume: two look-ups, a retry, and two mistakes for the report to find. */
import assert from 'node:assert/strict';

const get = (path, key, prefer) =>
  fetch(address + path, { headers: { 'api-key': key, ...(prefer && { prefer }) } });
// With `exec --service` it is a client whose address is a constant.
const address = process.env.NODE_USE_ENV_PROXY ? 'https://api.example.com' : process.env.CREATOR_SANDBOX_URL;
const statusOf = async (...call) => (await get(...call)).status;
const profile = '/clip/profile?uniqueId=sample.creator';

const shop = 'sandbox:plan=50:shop';
assert.equal(await statusOf(profile, shop, 'code=429'), 429);
assert.equal(await statusOf(profile, shop), 200);
assert.equal(await statusOf('/clip/profile?uniqueId=nobody.at.all', shop), 404);
assert.equal(await statusOf('/clip/contact?uniqueId=sample.creator', shop), 200);

// The same call again, paid twice; and a refusal that no repetition changes.
assert.equal(await statusOf(profile, shop), 200);
assert.equal(await statusOf(profile, shop), 200);
for (let attempt = 0; attempt < 2; attempt++)
  assert.equal(await statusOf(profile, 'sandbox:plan=1:poor'), 402);
