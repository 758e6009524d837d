# Builds on any machine with Docker; nothing but the base image and the npm registry is fetched.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# The base brings Node itself, and better-sqlite3 its binaries: no install script needs to run.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY fixtures fixtures
COPY seed seed
COPY src src
RUN npm run build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev \
  && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
  && find node_modules/better-sqlite3/prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="creator-sandbox" \
  org.opencontainers.image.description="A local stand-in for a creator-analytics API" \
  org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production SANDBOX_HOST=0.0.0.0 SANDBOX_IN_CONTAINER=1
WORKDIR /app
RUN mkdir /data /fixtures && chown 1000:1000 /data /fixtures
COPY --from=dependencies /build/node_modules node_modules
COPY --from=build /build/world world
COPY --from=build /build/fixtures fixtures
COPY --from=build /build/package.json package.json
COPY --from=build /build/dist dist
USER 1000:1000
EXPOSE 4310
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --start-interval=250ms \
  CMD ["node", "/app/dist/src/main.js", "health"]
ENTRYPOINT ["node", "/app/dist/src/main.js"]
