# syntax=docker/dockerfile:1

# The reference server with everything it needs: `docker build -t plugboard .`
FROM node:26-bookworm-slim AS build
ENV CI=true
WORKDIR /source
COPY . .
RUN --mount=type=cache,target=/root/.local/share/pnpm/store \
    npx -y pnpm@12.18.0 install --frozen-lockfile
RUN npx -y pnpm@12.18.0 exec turbo run build --filter=@plugboard/reference-server... --output-logs=errors-only
RUN npx -y pnpm@12.18.0 docs:build
RUN --mount=type=cache,target=/root/.local/share/pnpm/store \
    npx -y pnpm@12.18.0 --filter @plugboard/reference-server deploy --prod /app/apps/reference-server \
    && mkdir -p /app/apps/console /app/apps/site \
    && cp -r apps/console/dist /app/apps/console/ \
    && cp -r apps/site/dist /app/apps/site/ \
    && mkdir /app/docs \
    && cp -r docs/dist /app/docs/

FROM node:26-bookworm-slim
# For Git sync.
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates git openssh-client \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o node -g node /data
COPY --from=build /app /app
WORKDIR /app
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 PLUGBOARD_DATA_DIR=/data
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "apps/reference-server/dist/main.js"]
