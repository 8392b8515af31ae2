/** Small trees with the build files of well-known Node products; the names and commands are theirs. */
import { json, type Shape } from './shape.ts'

export const express: Shape = {
  ...json('package.json', {
    name: 'sample-server',
    engines: { node: '>= 18' },
    dependencies: { debug: '^4' },
    devDependencies: { mocha: '^10', nyc: '^17', eslint: '8' },
    scripts: {
      lint: 'eslint .',
      'lint:fix': 'eslint . --fix',
      test: 'mocha --require test/support/env --check-leaks test/ test/acceptance/',
      'test-ci': 'nyc --exclude examples --reporter=lcovonly --reporter=text npm test',
      'test-cov': 'nyc --reporter=html npm test',
      'test-tap': 'mocha --reporter tap test/',
    },
  }),
  '.npmrc': 'package-lock=false\n',
  'index.js': '',
  'lib/server.js': '',
  'test/app.js': '',
  'examples/hello/index.js': '',
  '.github/workflows/ci.yml': `
jobs:
  lint:
    steps:
      - run: npm install --ignore-scripts --include=dev
      - name: Run lint
        run: npm run lint
  test:
    strategy: { matrix: { os: [ubuntu-latest], node-version: [18, 20] } }
    steps:
      - run: |
          npm config set loglevel error
          npm install
      - run: |
          echo "node@$(node -v)"
          npm -v
      - run: npm run test-ci
`,
}

export const execa: Shape = {
  ...json('package.json', {
    name: 'sample-process',
    type: 'module',
    engines: { node: '^18.19.0 || >=20.5.0' },
    dependencies: { 'cross-spawn': '^7' },
    devDependencies: { ava: '^6', xo: '^0.60', tsd: '^0.31', c8: '^10' },
    scripts: {
      test: 'npm run lint && npm run unit && npm run type',
      lint: 'xo',
      unit: 'c8 --merge-async ava',
      type: 'tsd && tsc && npx --yes tsd@0.29.0',
    },
  }),
  '.npmrc': 'package-lock=false\n',
  'index.js': '',
  'lib/main.js': '',
  'test/main.js': '',
  'docs/bash.md': '',
  '.github/workflows/main.yml': `
jobs:
  test:
    steps:
      - run: npm install
      - uses: lycheeverse/lychee-action@v1
      - run: npm run lint
      - run: npm run type
      - run: npm run unit
`,
}

export const changesets: Shape = {
  ...json('package.json', {
    private: true,
    packageManager: 'yarn@1.22.22',
    workspaces: ['packages/*', 'scripts/*'],
    devDependencies: { prettier: '^3', typescript: '^5', vitest: '^3' },
    scripts: {
      postinstall: 'preconstruct dev && manypkg check',
      build: 'preconstruct build',
      changeset: 'node packages/cli/bin.js',
      format: 'prettier --check .',
      'format:fix': 'prettier --write .',
      knip: 'knip',
      lint: 'eslint .',
      test: 'vitest',
      'types:check': 'tsc --build',
      'version-packages': 'changeset version && yarn format:fix',
    },
  }),
  'yarn.lock': '',
  'packages/cli/src/index.ts': '',
  'packages/git/src/index.ts': '',
  'scripts/test-utils/index.ts': '',
  'docs/intro.md': '',
  '.github/workflows/ci.yml': `
jobs:
  test:
    steps:
      - run: yarn test
  types:
    steps:
      - run: yarn types:check
  build:
    steps:
      - run: yarn build
  lint:
    steps:
      - run: yarn lint
      - run: yarn knip
  format:
    steps:
      - run: yarn format
`,
}

export const vite: Shape = {
  ...json('package.json', {
    private: true,
    type: 'module',
    packageManager: 'pnpm@10.20.0',
    engines: { node: '^20.19.0 || >=22.12.0' },
    'simple-git-hooks': { 'pre-commit': 'pnpm exec lint-staged --concurrent false' },
    devDependencies: { vitest: '^4', eslint: '^9', 'playwright-chromium': '^1' },
    scripts: {
      preinstall: 'npx only-allow pnpm',
      postinstall: 'simple-git-hooks',
      format: 'prettier --write --cache .',
      lint: 'eslint --cache .',
      typecheck: 'tsc -p scripts --noEmit && pnpm -r --parallel run typecheck',
      test: 'pnpm test-unit && pnpm test-serve && pnpm test-build',
      'test-serve': 'vitest run -c vitest.config.e2e.ts',
      'test-build': 'VITE_TEST_BUILD=1 vitest run -c vitest.config.e2e.ts',
      'test-unit': 'vitest run',
      'test-docs': 'pnpm run docs-build',
      build: "pnpm -r --filter='./packages/*' run build",
      docs: 'pnpm --filter docs dev',
      'docs-build': 'pnpm --filter docs build',
      release: 'tsx scripts/release.ts',
    },
  }),
  'pnpm-lock.yaml': '',
  'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n  - 'playground/**'\n  - docs\n",
  'packages/core/src/index.ts': '',
  'playground/html/index.html': '',
  'docs/.vitepress/config.ts': '',
  'docs/guide/index.md': '',
  '.github/workflows/ci.yml': `
env:
  PLAYWRIGHT_VERSION: 1.50.0
jobs:
  test:
    steps:
      - run: pnpm install
      - run: pnpm playwright install chromium
      - name: Build
        run: pnpm run build
      - name: Test unit
        run: pnpm run test-unit
      - name: Test serve
        run: pnpm run test-serve -- --reporter=verbose
      - name: Test build
        run: pnpm run test-build
  lint:
    steps:
      - run: pnpm install
      - run: pnpm run build
      - run: pnpm run lint
      - run: pnpm prettier --cache --check .
      - run: pnpm run typecheck
      - run: pnpm run test-docs
`,
}

export const babel: Shape = {
  ...json('package.json', {
    private: true,
    type: 'commonjs',
    packageManager: 'yarn@4.9.1',
    engines: { node: '>= 6.9.0' },
    workspaces: ['codemods/*', 'eslint/*', 'packages/*', 'test/esm'],
    devDependencies: { jest: '^30', husky: '^9' },
    scripts: {
      postinstall: 'husky',
      bootstrap: 'make bootstrap',
      build: 'make build',
      fix: 'make fix',
      lint: 'make lint',
      test: 'make test',
    },
  }),
  'yarn.lock': '',
  '.yarnrc.yml': 'nodeLinker: node-modules\n',
  '.husky/pre-commit': 'yarn lint-staged\n',
  Makefile: `MAKEJS := node Makefile.mjs

.PHONY: build build-dist watch lint fix clean test-clean test-only test

build: build-no-bundle
	$(MAKEJS) build

lint: lint-ts lint-js

tscheck:
	$(MAKEJS) tscheck

test: lint test-only

test-only:
	BABEL_ENV=test yarn jest

bootstrap: bootstrap-only
	$(MAKEJS) bootstrap
`,
  'packages/core/src/index.ts': '',
  'codemods/one/src/index.js': '',
  'eslint/parser/src/index.js': '',
  'test/esm/index.js': '',
  '.github/workflows/ci.yml': `
jobs:
  lint:
    steps:
      - run: make -j tscheck
      - run: make -j lint-ci
  test:
    steps:
      - run: yarn install
      - run: yarn jest --ci
        env: { BABEL_ENV: test }
`,
}

/** Workspaces of npm without scripts at the top, and a site of Docusaurus. */
export const npmWorkspaces: Shape = {
  ...json('package.json', {
    private: true,
    workspaces: ['packages/*', './tools/*'],
    scripts: { start: 'node .' },
  }),
  'package-lock.json': '{}',
  ...json('packages/core/package.json', { scripts: { test: 'node --test' } }),
  ...json('tools/gen/package.json', {}),
  'website/docusaurus.config.ts': '',
  'docs/intro.md': '',
}

export const bun: Shape = {
  ...json('package.json', {
    scripts: { build: 'bun build.ts', lint: 'eslint src', test: 'bun test' },
    devDependencies: { typescript: '5' },
  }),
  'bun.lock': '',
  'src/index.ts': '',
  '.github/workflows/ci.yml': `
jobs:
  test:
    steps:
      - run: bun install
      - run: bun run lint
      - run: bun run test
`,
}

/** Workspaces of the first yarn, without a test at the top. */
export const yarnWorkspaces: Shape = {
  ...json('package.json', { private: true, workspaces: { packages: ['packages/*'] } }),
  'yarn.lock': '',
  ...json('packages/core/package.json', { scripts: { test: 'jest' } }),
}
