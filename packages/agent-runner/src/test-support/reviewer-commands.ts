/** What a reviewer ordinarily runs to judge a change, and a small product to run it in. Each command ends with 0. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export const reviewerCommands: readonly string[] = [
  'git status --short',
  'git diff HEAD --stat',
  'git log --oneline -5 | cat',
  'git show --stat HEAD',
  'git blame -s a.txt',
  'git -c core.quotepath=off diff HEAD',
  'git grep -n sum -- src test | cut -d: -f1 | sort -u; true',
  'for f in src/*.js; do echo "== $f"; head -3 "$f"; done',
  'while read -r line; do echo "seen $line"; done < a.txt',
  '(cd src && ls -la)',
  'export X=1; echo "x is $X"',
  'grep -rn sum src | sort | uniq -c',
  "awk '{ n += NF } END { print n }' src/sum.js",
  "find . -name '*.js' -not -path './.git/*' -print0 | xargs -0 wc -l",
  "sh -c 'echo from sh; test -f a.txt'",
  "cat <<'END' | sed 's/a/o/g'\nbanana\nEND",
  'node -e "console.log(require(\'./src/sum.js\').sum(1, 2))"',
  'node -e "import(\'./src/sum.js\').then((it) => console.log(it.default.sum(2, 3)))"',
  'node --test test/serve.test.js',
  't=$(mktemp) && echo kept > "$t" && cat "$t" && rm "$t"',
  'd=$(mktemp -d); cp src/sum.js "$d/" && diff src/sum.js "$d/sum.js"',
  `git diff HEAD > "\${TMPDIR:-/tmp}/change.diff" && wc -c "\${TMPDIR:-/tmp}/change.diff"`,
  'lines() { wc -l < "$1"; }; lines src/sum.js',
  'if grep -q sum src/sum.js; then echo found; else exit 1; fi',
  'ls | tr a-z A-Z | paste -sd, ; echo $((6 * 7))',
]

/** What no reviewer may do. */
export const laneWrites: readonly string[] = ['echo x > written', 'touch src/written; git add -A']

/** A lane for one test with the product in it. A folder that the programs' own sandboxes show. */
export function productLane({ HOME }: { readonly HOME: string }): string {
  const lane = mkdtempSync(join(HOME, 'lane-'))
  onTestFinished(() => rmSync(lane, { recursive: true, force: true }))
  put(lane, 'a.txt', 'one\n')
  const git = (...args: readonly string[]): void => {
    execFileSync('git', args, { cwd: lane, env: { PATH: process.env.PATH }, stdio: 'ignore' })
  }
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'a')
  putProduct(lane)
  return lane
}

/** As an uncommitted change, in a lane whose history has the file a.txt. */
export function putProduct(lane: string): void {
  put(lane, 'src/sum.js', 'exports.sum = (a, b) => a + b\n')
  put(lane, 'test/serve.test.js', serveTest)
}

const serveTest = `
const test = require('node:test')
const assert = require('node:assert')
const { createServer } = require('node:http')
const { sum } = require('../src/sum.js')
test('serves the sum', async () => {
  const server = createServer((_, response) => response.end(String(sum(1, 2))))
  await new Promise((resolve, reject) => server.on('error', reject).listen(0, '127.0.0.1', resolve))
  const response = await fetch('http://127.0.0.1:' + server.address().port)
  assert.equal(await response.text(), '3')
  server.close()
})
`

function put(lane: string, path: string, text: string): void {
  mkdirSync(dirname(join(lane, path)), { recursive: true })
  writeFileSync(join(lane, path), text)
}
