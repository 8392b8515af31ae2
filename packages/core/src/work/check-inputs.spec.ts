import { describe, expect, it } from 'vitest'
import { inputKind } from './check-inputs.ts'

const kindOf = (run: string, path: string) => inputKind([{ run, folder: '' }], path)

describe('TR-05 what the line of a check names', () => {
  it.each([
    ['node bin/cli.js | diff - expected.txt', 'expected.txt', 'support'],
    ['diff <(node bin/cli.js) golden/a.out', 'golden/a.out', 'support'],
    ['test "$(node bin/cli.js)" = "$(cat expected/ada)"', 'expected/ada', 'support'],
    ['node bin/cli.js > /tmp/x && cmp /tmp/x expected.txt', 'expected.txt', 'support'],
    ['for f in $(cat suite.txt); do node $f || exit 1; done', 'suite.txt', 'support'],
    ['node bin/cli.js | diff - golden/*.out', 'golden/a.out', 'support'],
    ['xargs node --test < suite.txt', 'suite.txt', 'script'],
    ['python3 -m doctest README.md', 'README.md', 'script'],
    ['pytest --doctest-glob="*.rst"', 'docs/use.rst', 'script'],
    ['node tools/no-bye.js rules.json', 'rules.json', 'script'],
    ['for f in qa/*.sh; do sh "$f" || exit 1; done', 'qa/greet.sh', 'script'],
    ['node --test t/*.js', 't/greet.js', 'test'],
    ['node --test "t/**/*.js"', 't/deep/greet.js', 'test'],
    ['mocha --exit checks/*.mjs', 'checks/greet.mjs', 'test'],
  ])('%s: %s is its %s', (run, path, kind) => expect(kindOf(run, path)).toBe(kind))

  it.each([
    ['grep -q Greeter README.md', 'README.md'],
    ['cat a.txt | wc -l', 'a.txt'],
    ['if ! grep -q x a.txt; then exit 1; fi', 'a.txt'],
    ['word=$(sed -n 1p rules.json); test -z "$word" || ! grep -q "$word" product.out', 'product.out'],
    ['node gen.js && git diff --exit-code made.json', 'made.json'],
    ['npm run build && grep -q hello README.md', 'README.md'],
    ['pip install -r requirements.txt && pytest', 'requirements.txt'],
    ['node bin/cli.js | diff - expected.txt', 'other.txt'],
    ['node --test t/*.js', 't/deep/greet.js'],
    ['vitest related src/*.ts', 'src/greet.ts'],
    ['c8 --include "src/**/*.js" mocha', 'src/greet.js'],
    ['eslint src/*.js', 'src/greet.js'],
    ['for f in src/*.js; do node --check "$f"; done', 'src/greet.js'],
  ])('%s: %s is not', (run, path) => expect(kindOf(run, path)).toBeNull())
})
