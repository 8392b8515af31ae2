import { describe, expect, it } from 'vitest'
import { followedLines, type Manifest } from './check-lines.ts'
import { entryKind } from './entry-files.ts'

const manifest = (scripts: Manifest['scripts']): Manifest => ({ scripts, settings: {} })
const linesOf = (run: string, manifests: Readonly<Record<string, Manifest>> = {}) =>
  followedLines([{ run }], new Map(Object.entries(manifests))).lines
const kindOf = (run: string, path: string, manifests: Readonly<Record<string, Manifest>> = {}) =>
  entryKind(linesOf(run, manifests), path)

describe('TR-05 the entry file of a check', () => {
  it.each([
    ['node --test test/all.js', 'test/all.js'],
    ['node --test test/a.js test/b.js', 'test/b.js'],
    ['node --test lib/all.js', 'lib/all.js'],
    ['node test/all', 'test/all.js'],
    ['node test', 'test/index.js'],
    ['node "./test/all.js"', 'test/all.js'],
    ["node 'test/all tests.js'", 'test/all tests.js'],
    ['mocha test/all.js', 'test/all.js'],
    ['npx mocha --exit lib/all.js', 'lib/all.js'],
    ['vitest run test/all.test.ts', 'test/all.test.ts'],
    ['pytest tests/run.py', 'tests/run.py'],
    ['python -m pytest -q checks/run.py', 'checks/run.py'],
    ['python3 -m tests.run', 'tests/run.py'],
    ['poetry run pytest tests/run.py::test_a tests/run.py', 'tests/run.py'],
    ['npx tsx test/all.ts', 'test/all.ts'],
    ['cd pkg && node test/all.js', 'pkg/test/all.js'],
    ['(cd a && true) && cd b && node test/all.js', 'b/test/all.js'],
    ['cd a/b && node ../test/all.js', 'a/test/all.js'],
    ['cd "$DIR" && node test/all.js', 'pkg/test/all.js'],
    ['node $PWD/test/all.js', 'test/all.js'],
    ['env X=1 node test/all.js', 'test/all.js'],
    ['X=1 timeout 60 node test/all.js', 'test/all.js'],
    ['node -r ./setup.js test/all.js', 'test/all.js'],
    ['sh -c "node --test test/all.js"', 'test/all.js'],
    ['node -e "require(\'./test/all.js\')"', 'test/all.js'],
    ['node test/all.js > log.txt 2>&1', 'test/all.js'],
    ['true; ./run --all=test/all.js', 'test/all.js'],
    ['! node --test suite/all.js', 'suite/all.js'],
    ['while ! node --test suite/all.js; do sleep 1; done', 'suite/all.js'],
    ['pytest suite/all.py::test_x', 'suite/all.py'],
    ['python3.11 -m unittest suite.all', 'suite/all.py'],
    ['test -f test/all.js', 'test/all.js'],
    ['sudo -u ci test/all.sh', 'test/all.sh'],
  ])('%s: %s is a test that may grow', (run, path) => expect(kindOf(run, path)).toBe('test'))

  it.each([
    ['node scripts/check.mjs', 'scripts/check.mjs'],
    ['FOO=1 bash -e "scripts/a.sh" && ./b', 'scripts/a.sh'],
    ['FOO=1 bash -e "scripts/a.sh" && ./b', 'b'],
    ['node -r ./setup.js test/all.js', 'setup.js'],
    ['node --import ./test/setup.js --test test/all.js', 'test/setup.js'],
    ['node --import=./setup.js --test', 'setup.js'],
    ['mocha --config conf/mocha.json test/all.js', 'conf/mocha.json'],
    ['node --env-file .env --test-reporter spec scripts/check.js', 'scripts/check.js'],
    ['python scripts/run.py', 'scripts/run.py'],
    ['go run cmd/check/main.go', 'cmd/check/main.go'],
    ['make -C pkg verify', 'pkg/Makefile'],
    ['make verify', 'Makefile'],
    ['make -f build/rules.mk verify', 'build/rules.mk'],
    ['eslint --config conf/rules.js src', 'conf/rules.js'],
    ['{ sh ./check; }', 'check'],
    ['! ! sh check', 'check'],
    ['if ! sh check; then exit 1; fi', 'check'],
    ['sh < check', 'check'],
    ['timeout 60 ./check', 'check'],
    ['env CI=1 ./check', 'check'],
    ['exec ./check', 'check'],
    ['for n in 1 2; do ./suite/all; done', 'suite/all'],
    ['for f in suite/a.js; do node "$f"; done', 'suite/a.js'],
    ['while true; do node suite/all.js; done', 'suite/all.js'],
    ['sudo ./x', 'x'],
    ['cat x.sh | sh', 'x.sh'],
    ['sh -c "$(cat x.sh)"', 'x.sh'],
    ['find . -name x.js -exec node x.js', 'x.js'],
    ['python3.11 x.py', 'x.py'],
    ['uv run x.py', 'x.py'],
    ['node scripts/run.js lib/all.js', 'lib/all.js'],
    ['unheard-of lib/all.js', 'lib/all.js'],
    ['npm test -- lib/all.js', 'lib/all.js'],
    ['NODE_OPTIONS=--require=./suite/pre.js node --test', 'suite/pre.js'],
    ['NODE_OPTIONS="--require ./test/pre.js" node --test', 'test/pre.js'],
    ['gmake verify', 'GNUmakefile'],
    ['just check', 'justfile'],
    ['task check', 'Taskfile.yml'],
    ['bundle exec rake', 'Rakefile'],
    ['uvx nox', 'noxfile.py'],
    ['invoke check', 'tasks.py'],
  ])('%s: %s is a script that may not change', (run, path) => expect(kindOf(run, path)).toBe('script'))

  it.each([
    ['grep -q node hello.txt', 'hello.txt'],
    ['npx eslint src/a.js', 'src/a.js'],
    ['test -f a.txt && grep -f b.txt c.txt', 'a.txt'],
    ['test -f a.txt && grep -f b.txt c.txt', 'b.txt'],
    ['npx --no-install eslint src/a.js', 'src/a.js'],
    ['CI=1 timeout 60 tsc --noEmit src/a.ts', 'src/a.ts'],
    ['if grep -q TODO src/a.js; then exit 1; fi', 'src/a.js'],
    ['cat src/a.js | wc -l', 'src/a.js'],
    ['node --check src/a.js', 'src/a.js'],
    ['python3 -m py_compile src/a.py', 'src/a.py'],
    ['node scripts/check.js src/a.css', 'src/a.css'],
    ['pip install -r requirements.txt', 'requirements.txt'],
    ['node test/all.js > log.txt', 'log.txt'],
    ['npm test', 'test/index.js'],
    ['vitest run', 'src/run.ts'],
    ['cd pkg && node test/all.js', 'test/all.js'],
    ['node --test test/all.js', 'other/test/all.js'],
  ])('%s: %s is not one', (run, path) => expect(kindOf(run, path)).toBeNull())

  it.each<[run: string, manifests: Readonly<Record<string, Manifest>>, path: string]>([
    ['npm test', { '': manifest({ test: 'node --test test/all.js' }) }, 'test/all.js'],
    ['npm t', { '': manifest({ test: 'npm run unit', unit: 'mocha test/all.js' }) }, 'test/all.js'],
    ['npm it', { '': manifest({ test: 'node test/all.js' }) }, 'test/all.js'],
    ['npm cit', { '': manifest({ test: 'node test/all.js' }) }, 'test/all.js'],
    ...['run-s lint unit', 'run-p "unit*"', 'npm-run-all --serial unit', 'concurrently "npm:unit"'].map(
      (run): [string, Readonly<Record<string, Manifest>>, string] => [
        `npx ${run}`,
        { '': manifest({ unit: 'node test/all.js' }) },
        'test/all.js',
      ],
    ),
    ['npm run -s test', { '': manifest({ pretest: 'node test/all.js', test: 'true' }) }, 'test/all.js'],
    ['cd pkg && npm test', { pkg: manifest({ test: 'node test/all.js' }) }, 'pkg/test/all.js'],
    ['npm --prefix pkg test', { pkg: manifest({ test: 'node test/all.js' }) }, 'pkg/test/all.js'],
    ['npm -w pkg run test', { pkg: manifest({ test: 'node test/all.js' }) }, 'pkg/test/all.js'],
    [
      'npm test',
      { '': manifest({ test: 'cd pkg && npm test' }), pkg: manifest({ test: 'node test/all.js' }) },
      'pkg/test/all.js',
    ],
  ])('%s is followed through package scripts', (run, manifests, path) =>
    expect(kindOf(run, path, manifests)).toBe('test'),
  )

  it('asks for the manifests that it does not know', () => {
    const known = new Map([['', manifest({ test: 'cd pkg && npm test' })]])
    expect(followedLines([{ run: 'npm test' }], new Map()).unread).toEqual([''])
    expect(followedLines([{ run: 'npm test' }], known).unread).toEqual(['pkg'])
  })
})
