import core from '@pact-foundation/pact-core';

// It reports its use to a service unless it is told not to.
process.env['PACT_DO_NOT_TRACK'] = 'true';

// It is native code, which holds its thread and prints: so it has a process of its own.
const [providerBaseUrl, file] = process.argv.slice(2);
await new core.Verifier({
  providerBaseUrl,
  pactUrls: [file],
  provider: 'creator-analytics',
  logLevel: 'error',
}).verify();
