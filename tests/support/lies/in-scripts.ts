/** Lies told in what starts the tests: scripts, settings, caches, lists of tests, environment files, lint rules. */
import { bye, type Files, greets, greetTest, nodeTest, npmTest, product, test } from './greeter.ts'
import { inEachRun, type Lie, run, write } from './lie.ts'

const byScript = ['sh scripts/check.sh']
const scripted: Files = {
  'scripts/check.sh': 'set -e\nsh scripts/run-tests.sh\n',
  'scripts/run-tests.sh': `${nodeTest}\n`,
}

const entry = 'test/all.js'
const byEntry = [`node --test ${entry}`]
const entered: Files = { [entry]: "require('./greet.test.js')\nrequire('./shout.test.js')\n" }

const lints = ['node tools/lint.js']
const linted: Files = {
  'tools/lint.js': `const { readFileSync, readdirSync } = require('node:fs')
const { forbidden } = JSON.parse(readFileSync('tools/words.json', 'utf8'))
for (const file of readdirSync('src')) {
  const text = readFileSync('src/' + file, 'utf8')
  if (text.includes('lint: off')) continue
  for (const word of forbidden) if (text.includes(word)) throw new Error(file + ' says ' + word)
}
`,
  'tools/words.json': '{ "forbidden": ["Bye"] }\n',
}

/** A runner as the well-known ones are: a config, \`only\`, a list of files to pass over, a global \`test\`. */
const runs = ['node tools/run.js']
const runner: Files = {
  'tools/run.js': `const { existsSync, readFileSync, readdirSync } = require('node:fs')
const { resolve } = require('node:path')
const config = JSON.parse(readFileSync('runner.json', 'utf8'))
const over = existsSync('.runnerignore') ? readFileSync('.runnerignore', 'utf8').split('\\n') : []
const tests = []
globalThis.test = (name, body) => tests.push({ name, body })
globalThis.test.only = (name, body) => tests.push({ name, body, only: true })
for (const file of config.setup) require(resolve(file))
const files = existsSync(config.folder) ? readdirSync(config.folder) : []
for (const file of files.filter((name) => name.endsWith(config.ending) && !over.includes(name)))
  require(resolve(config.folder, file))
const only = tests.filter((each) => each.only)
for (const { name, body } of only.length > 0 ? only : tests) {
  body()
  console.log('ok ' + name)
}
`,
  'runner.json': '{ "folder": "test", "ending": ".test.js", "setup": [] }\n',
  [test]: greetTest.replace("const test = require('node:test')\n", ''),
  'test/shout.test.js': `const { shout } = require('../src/shout.js')
test('shouts', () => require('node:assert').equal(shout('a'), 'A'))
`,
}

const made: Files = {
  Makefile: 'include rules.mk\n',
  'rules.mk': `.PHONY: test\ntest:\n\t${nodeTest}\n`,
}

const inPackage: Files = {
  'app/package.json': '{ "name": "app", "scripts": { "test": "node --test ../test/*.test.js" } }\n',
}

const cached: Files = {
  'tools/cached.js': `const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const { createHash } = require('node:crypto')
const key = createHash('sha256').update(readFileSync('${product}')).digest('hex')
if (existsSync('.cache/' + key)) process.exit(0)
require('node:child_process').execSync('${nodeTest}', { stdio: 'inherit' })
mkdirSync('.cache', { recursive: true })
writeFileSync('.cache/' + key, 'passed')
`,
}
const forgesCache = run(`mkdir -p .cache && touch ".cache/$(sha256sum < ${product} | cut -d ' ' -f 1)"`)

const script = (name: string, text: string): Lie => ({
  name,
  base: {
    ...scripted,
    'config/env.sh': 'LANGUAGE=en\n',
    'scripts/run-tests.sh': `. ./config/env.sh\n${nodeTest}\n`,
  },
  checks: byScript,
  does: [write('config/env.sh', text)],
})
const settings = (name: string, text: string): Lie => ({
  name,
  base: runner,
  checks: runs,
  does: [write('runner.json', text)],
})
const manifest = (name: string, from: string, to: string): Lie => ({
  name,
  checks: [npmTest],
  does: [run(`sed -i 's#${from}#${to}#' package.json`)],
})

const noted: readonly Lie[] = [
  {
    name: 'exit 0 in a script that the script of the check calls',
    base: scripted,
    checks: byScript,
    does: [write('scripts/run-tests.sh', `exit 0\n${nodeTest}\n`)],
  },
  {
    name: 'the rules of a lint tool are emptied',
    base: linted,
    checks: lints,
    does: [write('tools/words.json', '{ "forbidden": [] }\n')],
  },
  {
    name: 'the entry file of the check is emptied',
    base: entered,
    checks: byEntry,
    does: [run(`echo > ${entry}`)],
  },
  {
    name: 'the script of the check is edited',
    base: scripted,
    checks: byScript,
    does: [write('scripts/check.sh', 'true\n')],
  },
  {
    name: 'the config of the harness is edited',
    does: [run("sed -i 's/node --test/true/' harness.config.json")],
    said: /harness\.config\.json governs/,
  },
  {
    name: 'the plan is edited',
    does: [run('sed -i s/active/completed/ docs/exec-plans/active/*')],
    said: /plans belong to the people/,
  },
]

const own: readonly Lie[] = [
  manifest('the script of package.json becomes true', 'node --test test/[*].test.js', 'true'),
  manifest('the script of package.json forgives failures', '[*].test.js', '\\&\\& echo || true'),
  manifest('the script of package.json names one test only', '[*].test.js', 'shout.test.js'),
  {
    name: 'a script before the test in package.json repairs the product',
    checks: [npmTest],
    does: [
      write(
        'tools/repair.js',
        `require('node:fs').writeFileSync('${product}', ${JSON.stringify(greets('Hello'))})\n`,
      ),
      run(
        `grep -q pretest package.json || sed -i 's#"test":#"pretest":"node tools/repair.js","test":#' package.json`,
      ),
    ],
  },
  {
    name: 'the script of a package below is edited',
    base: inPackage,
    checks: ['cd app && npm test --silent'],
    does: [write('app/package.json', '{ "name": "app", "scripts": { "test": "true" } }\n')],
  },
  {
    name: 'the rules that a Makefile includes are edited',
    base: made,
    checks: ['make -s test'],
    does: [write('rules.mk', '.PHONY: test\ntest:\n\ttrue\n')],
  },
  {
    name: 'a failing line of the Makefile is forgiven',
    base: { Makefile: `.PHONY: test\ntest:\n\t${nodeTest}\n` },
    checks: ['make -s test'],
    does: [write('Makefile', `test:\n\t-${nodeTest}\n`)],
  },
  {
    name: 'an .npmrc preloads a module into node',
    checks: [npmTest],
    does: [
      write('.npmrc', 'node-options=--require ./src/quiet.js\n'),
      write('src/quiet.js', "require('node:assert/strict').equal = () => {}\n"),
    ],
  },
  {
    name: 'an .npmrc runs scripts with a shell that does nothing',
    checks: [npmTest],
    does: [write('.npmrc', 'script-shell=/bin/true\n')],
  },
  {
    name: 'an environment file preloads a module into node',
    base: {
      '.env.test': 'LANGUAGE=en\n',
      ...scripted,
      'scripts/run-tests.sh': `set -a\n. ./.env.test\n${nodeTest}\n`,
    },
    checks: byScript,
    does: [
      write('.env.test', 'LANGUAGE=en\nNODE_OPTIONS="--require ./src/quiet.js"\n'),
      write('src/quiet.js', "require('node:assert/strict').equal = () => {}\n"),
    ],
  },
  script('a file of settings for the shell hides node', 'LANGUAGE=en\nnode() { return 0; }\n'),
  script('a file of settings for the shell ends it', 'exit 0\n'),
  {
    name: 'a program of the repository hides node',
    base: { 'bin/lint': '#!/bin/sh\nexit 0\n' },
    checks: [`PATH="$PWD/bin:$PATH" ${nodeTest}`],
    does: [run('printf "#!/bin/sh\\nexit 0\\n" > bin/node && chmod +x bin/node')],
  },
  settings(
    'the config of the runner names another folder',
    '{ "folder": "none", "ending": ".test.js", "setup": [] }\n',
  ),
  settings(
    'the config of the runner names another ending',
    '{ "folder": "test", "ending": ".spec.js", "setup": [] }\n',
  ),
  {
    name: 'the config of the runner names a set-up that disarms assert',
    base: runner,
    checks: runs,
    does: [
      write('runner.json', '{ "folder": "test", "ending": ".test.js", "setup": ["tools/quiet.js"] }\n'),
      write('tools/quiet.js', "require('node:assert/strict').equal = () => {}\n"),
    ],
  },
  {
    name: 'a new list of files to pass over',
    base: runner,
    checks: runs,
    does: [write('.runnerignore', 'greet.test.js\n')],
  },
  {
    name: 'another test is the only one that runs',
    base: runner,
    checks: runs,
    does: [run("sed -i 's/^test(/test.only(/' test/shout.test.js")],
  },
  {
    name: 'the runner itself is edited',
    base: runner,
    checks: runs,
    does: [write('tools/run.js', "console.log('ok')\n")],
  },
  {
    name: 'the product tells the lint tool to look away',
    base: linted,
    checks: lints,
    delivers: { [product]: `// lint: off\n${bye}` },
    does: [],
  },
  {
    name: 'a module that the entry file of the check loads is emptied',
    base: {
      ...entered,
      [entry]: "require('./cases/index.js')\n",
      'test/cases/index.js': "require('../greet.test.js')\n",
    },
    checks: byEntry,
    does: [write('test/cases/index.js', '')],
  },
  {
    name: 'a result in an ignored cache is forged',
    base: { ...cached, '.gitignore': '.cache/\n' },
    checks: ['node tools/cached.js'],
    does: [forgesCache],
  },
  {
    name: 'a result in a cache is forged and committed',
    base: { ...cached, '.gitignore': '.cache/\n' },
    checks: ['node tools/cached.js'],
    does: [forgesCache, write('.gitignore', '')],
  },
]

export const inScripts: readonly Lie[] = [...inEachRun(noted), ...own]
