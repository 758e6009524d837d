# Builds on any machine with Docker. Nothing is fetched but the base image and what npm installs.
FROM node:24-bookworm-slim AS packages
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# The base brings Node itself, and better-sqlite3 its binaries: no install script needs to run.
RUN npm ci --ignore-scripts

FROM packages AS world
# Only what the generator reads, so that a change elsewhere keeps the world.
COPY fixtures/creators fixtures/creators
COPY fixtures/brands fixtures/brands
COPY seed seed
COPY src/make-folder.ts src/package-root.ts src/
COPY src/core src/core
COPY src/records src/records
COPY src/search src/search
COPY src/world src/world
RUN npm run build:world

FROM packages AS program
COPY tsconfig.json rolldown.config.ts ./
# The program remembers by which generator its worlds are made.
COPY fixtures/creators fixtures/creators
COPY fixtures/brands fixtures/brands
COPY seed seed
COPY src src
COPY ui ui
COPY --from=world /build/world world
RUN npm run build:program && npm run build:ui && npm run build:openapi

FROM packages AS production
# Left out: sources of better-sqlite3 and its binaries for other platforms, and what only development reads.
RUN npm prune --omit=dev --ignore-scripts \
  && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src node_modules/.package-lock.json \
  && find node_modules/better-sqlite3/prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.md' \) -delete \
  && find node_modules -type d \( -name test -o -name tests -o -name docs -o -name benchmarks \) -prune -exec rm -rf {} +

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="creator-sandbox" \
  org.opencontainers.image.description="A local stand-in for a paid creator-analytics API" \
  org.opencontainers.image.licenses="Apache-2.0"
RUN mkdir /data /fixtures && chown 1000:1000 /data /fixtures
WORKDIR /app
COPY --from=production /build/node_modules node_modules
COPY --from=world /build/world world
COPY package.json LICENSE ./
COPY fixtures fixtures
COPY docs docs
COPY --from=program /build/dist dist
RUN mkdir compiled && chown 1000:1000 compiled
ENV NODE_ENV=production SANDBOX_HOST=0.0.0.0 SANDBOX_IN_CONTAINER=1 NODE_COMPILE_CACHE=/app/compiled
USER 1000:1000
# One start, whose compiled code each later start reads.
RUN node dist/main.js exec --host 127.0.0.1 -- node -e "fetch(process.env.CREATOR_SANDBOX_URL + '/usage')"
EXPOSE 4310
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --start-interval=200ms --retries=3 \
  CMD ["node", "/app/dist/main.js", "health"]
ENTRYPOINT ["node", "/app/dist/main.js"]
