# Builds on any machine with Docker. Fetched are the base image, two Debian packages and what npm installs. The result
# holds Node, a shell for the health probe, the libraries of both and the program, and nothing else.
# A release names it by its digest (container/base/Dockerfile).
ARG NODE_IMAGE=node:24-bookworm-slim
FROM $NODE_IMAGE AS base
# One time for every file of every build, so that equal files are equal layers. The cache of an engine compares files without
# their times: with those of the build, a layer from it would keep older ones. SOURCE_DATE_EPOCH dates the image.
ENV FILE_TIME=2000-01-01T00:00:00Z

FROM base AS runtime
# A download that hangs is begun again.
RUN { timeout 300 apt-get update || apt-get update; } && apt-get install -y --no-install-recommends binutils tini
COPY container/root /image
# The libraries that the programs and better-sqlite3 name; getaddrinfo and the names of users need no more of glibc.
RUN cd /image \
  && mkdir -p usr/bin usr/local/bin app licences && mkdir -m 1777 tmp && mkdir -m 0777 data fixtures cache \
  && strip -o usr/local/bin/node /usr/local/bin/node \
  && cp /usr/bin/bash /usr/bin/tini usr/bin && ln -s usr/bin bin && ln -s bash usr/bin/sh \
  && ldd /usr/local/bin/node /usr/bin/bash /usr/bin/tini | grep -o '/[^ :]*' | grep -v '/bin/' | sort -u \
    | xargs cp -L --parents -t . \
  && for package in libc6 libstdc++6 libgcc-s1 libtinfo6 bash tini; do \
    cp "/usr/share/doc/$package/copyright" "licences/$package.txt"; done \
  && cp /usr/local/LICENSE licences/node.txt \
  && chmod 755 usr/local/bin/* && find . -exec touch -h -d "$FILE_TIME" {} +

# The next stages are the same for every platform, so the machine that builds makes it, without emulation.
FROM --platform=$BUILDPLATFORM $NODE_IMAGE AS packages
ENV FILE_TIME=2000-01-01T00:00:00Z
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# The base brings Node itself, and better-sqlite3 its binaries: no install script needs to run.
RUN npm ci --ignore-scripts

FROM packages AS world
# Only what the generator reads, so that a change elsewhere keeps the world.
COPY fixtures/creators fixtures/creators
COPY fixtures/brands fixtures/brands
COPY seed seed
COPY src/system src/system
COPY src/core src/core
COPY src/creators/records src/creators/records
COPY src/creators/search src/creators/search
COPY src/creators/world src/creators/world
RUN npm run build:world && rm world/*.zst && mkdir /image && mv world /image/world \
  && find /image -exec touch -d "$FILE_TIME" {} +

FROM packages AS program
COPY tsconfig.json rolldown.config.ts ./
# The program remembers by which generator its worlds are made.
COPY fixtures/creators fixtures/creators
COPY fixtures/brands fixtures/brands
COPY seed seed
COPY src src
COPY ui ui
# The dashboard has the documents.
COPY README.md CHANGELOG.md SECURITY.md ./
COPY fixtures/README.md fixtures/README.md
COPY docs docs
COPY --from=world /image/world world
RUN npm run build:program && npm run build:ui && npm run build:openapi

FROM packages AS production
ARG TARGETARCH
# Left out: sources and headers of better-sqlite3 and its binaries for other platforms, and what only development
# reads.
RUN npm prune --omit=dev --ignore-scripts \
  && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src node_modules/.package-lock.json \
    node_modules/node-addon-api \
  && find node_modules/better-sqlite3/prebuilds -type f ! -name "linux-$(echo "$TARGETARCH" | sed s/amd64/x64/).node" -delete \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.md' \) -delete \
  && find node_modules -type d \( -name test -o -name tests -o -name docs -o -name benchmarks \) -prune -exec rm -rf {} + \
  && find node_modules -type d -empty -delete

FROM production AS app
WORKDIR /app
RUN mv /build/node_modules .
COPY package.json LICENSE ./
COPY fixtures fixtures
COPY docs docs
COPY --from=program /build/dist dist
# Agents read the documents; pictures are for people, who read them elsewhere.
RUN find docs -type f ! -name '*.md' -delete && ln -s /world world && chmod -R go+rX,go-w . && mkdir /image && mv /app /image/app \
  && find /image -exec touch -h -d "$FILE_TIME" {} +

FROM scratch
ARG SOURCE_DATE_EPOCH=946684800 VERSION=development REVISION=unknown SOURCE=unknown CREATED=2000-01-01T00:00:00Z
LABEL org.opencontainers.image.title="creator-sandbox" \
  org.opencontainers.image.description="A local stand-in for a paid creator-analytics API" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.source="$SOURCE" \
  org.opencontainers.image.created="$CREATED"
# Node changes seldom, the world more often, the program with each version.
COPY --from=runtime /image/ /
COPY --from=world /image/ /
COPY --from=app /image/ /
# tini would warn where the engine has an init too.
ENV PATH=/usr/local/bin:/usr/bin NODE_ENV=production XDG_CACHE_HOME=/cache SANDBOX_HOST=0.0.0.0 SANDBOX_IN_CONTAINER=1 \
  TINI_VERBOSITY=0
# Group 0, as platforms that choose a user of their own give it.
USER 1000:0
WORKDIR /app
EXPOSE 4310
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=1h --start-interval=200ms --retries=3 CMD ["probe"]
# Without an init a signal to a process that has just begun is lost.
ENTRYPOINT ["tini", "--", "node", "/app/dist/main.js"]
