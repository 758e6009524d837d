import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { globalSetup: ['creator-sandbox/vitest-setup'] } });
