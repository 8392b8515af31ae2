import { describe, expect, it } from 'vitest'
import { setUpSteps } from './set-up-steps.ts'

const told = (line: string): string =>
  setUpSteps(line, '')
    .map((step) => {
      if (step.kind === 'reads') return `reads ${step.paths.join(' ')}`
      if (step.kind === 'script' || step.kind === 'requirements') return `${step.kind} ${step.path}`
      return step.kind === 'package script' ? `runs ${step.name} in ${step.folder}` : step.kind
    })
    .join(', ')

describe('TR-03 what a line of set-up reads of its tree', () => {
  it.each([
    ['npm ci', 'packages'],
    ['cd web && pnpm install --frozen-lockfile', 'packages'],
    ['yarn', 'packages'],
    ['npm ci && npm run codegen', 'packages, runs codegen in '],
    ['cp .env.example .env', 'reads .env.example .env'],
    ['mkdir -p out; cat a/b > out/c', 'reads a/b'],
    ['test -f .env || echo "A=1" > .env', 'reads .env'],
    ['[ -n "$CI" ] && echo ci', ''],
    ['sh -e tools/a.sh', 'script tools/a.sh'],
    ['cd tools; ./a.sh', 'script tools/a.sh'],
    ["sh -c 'cat x; . ./b.sh'", 'reads x, script b.sh'],
    ['echo "$(cat version)"', 'reads version'],
    ['python3 -m venv .venv && pip install -r requirements.txt', 'requirements requirements.txt'],
    ['npx husky', 'tool'],
    ['# node tools/a.js\nmkdir x # made', ''],
    ['git submodule update --init', ''],
    ['CI=1 npm ci', 'packages'],
  ])('%s', (line, steps) => expect(told(line)).toBe(steps))

  it.each([
    ...[
      'node tools/a.js',
      'make',
      'npx tsc',
      'tools/$name.sh',
      'cp -r . ../x',
      'cat *.txt',
      'npm --prefix web ci',
    ],
    ...['PATH=tools:$PATH mkdir x', 'export PATH=tools; mkdir x', 'NODE_OPTIONS=--import=./x.js npm ci'],
    ...[
      'pip install -e .',
      'pip install ./local',
      'npm install ./local',
      'npm i file:x',
      'cat list | sh',
      'sh',
    ],
    ...['for f in a b; do cat $f; done', 'eval "cat x"', "echo hi # don't", 'mkdir() { node x.js; }; mkdir'],
    ...[
      'echo "$(node x.js)"',
      'echo `node x.js`',
      'cd "$HOME"; cat x',
      'grep -r x',
      'ls',
      'yarn build',
      'npm test',
    ],
    ...["sh -c 'node x.js'", 'true && (cd a && cargo build)', 'cat <<END\nnode x\nEND', 'xargs cat < list'],
  ])('may be all: %s', (line) => expect(told(line)).toContain('unknown'))
})
