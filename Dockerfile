# One image for every part: npm start's launcher by default, one part with --only=api, web or worker.
FROM node:24-bookworm-slim AS build
WORKDIR /desk
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/.cache .next/cache

FROM node:24-bookworm-slim
WORKDIR /desk
COPY --from=build /desk ./
# PostgreSQL refuses to run as root; nothing but the data is written.
RUN mkdir .data && chown node:node .data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 NODE_COMPILE_CACHE=/tmp/node-compile-cache
VOLUME /desk/.data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "lib/server/guard.mjs", "lib/server/start.ts"]
