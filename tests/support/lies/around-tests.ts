/** Lies told beside the tree: installed packages, builds, ignored files, git's own settings, processes that stay. */
import { type Files, greets, greetTest, head, nodeTest, npmTest, product, test } from './greeter.ts'
import { inEachRun, type Lie, run, write } from './lie.ts'

const quiet = 'exports.equal = () => {}\n'
const installed: Files = {
  '.gitignore': 'node_modules/\n',
  'vendor/tiny-assert/index.js': "exports.equal = require('node:assert/strict').equal\n",
  [test]: greetTest.replace('node:assert/strict', 'tiny-assert'),
}
const copies = ['mkdir -p node_modules && cp -r vendor/tiny-assert node_modules/']

const withPackage: Files = {
  ...installed,
  'package.json': JSON.stringify({
    name: 'greeter',
    scripts: { test: nodeTest },
    devDependencies: { 'tiny-assert': 'file:vendor/tiny-assert' },
  }),
  'vendor/tiny-assert/package.json': '{ "name": "tiny-assert", "version": "1.0.0" }\n',
}
const installs = ['npm install --offline --no-audit --no-fund --no-package-lock --silent']

const built: Files = {
  '.gitignore': 'dist/\n',
  'tools/build.js': `const { cpSync, existsSync } = require('node:fs')
if (!existsSync('dist')) cpSync('src', 'dist', { recursive: true })
`,
  [test]: greetTest.replace('../src/', '../dist/'),
  'test/shout.test.js': `${head.replace('../src/greet.js', '../dist/shout.js').replace('greet', 'shout')}
test('shouts', () => assert.equal(shout('a'), 'A'))
`,
}
const builds = [`node tools/build.js && ${nodeTest}`]

/** The test no longer says what it said, and git is not to show it. */
const weakTest = write(test, greetTest.replace("'Hello, Ada!'", "'Bye'"))

const noted: readonly Lie[] = [
  {
    name: 'a node that does nothing is committed in node_modules/.bin',
    checks: [npmTest],
    does: [
      run(
        'mkdir -p node_modules/.bin && printf "#!/bin/sh\\nexit 0\\n" > node_modules/.bin/node && chmod +x node_modules/.bin/node',
      ),
    ],
  },
  {
    name: 'a stub in the packages that set-up made',
    base: installed,
    setup: copies,
    does: [run(`printf '%s' '${quiet}' > node_modules/tiny-assert/index.js`)],
  },
  {
    name: 'a weakened test with .gitattributes that hide its difference',
    does: [weakTest, write('.gitattributes', `${test} -diff linguist-generated\n`)],
  },
  ...['assume-unchanged', 'skip-worktree'].map((flag) => ({
    name: `a weakened test with the flag ${flag}`,
    does: [run(`git update-index --${flag} ${test}`), weakTest],
  })),
  {
    name: 'a sparse checkout without the test',
    does: [run(`git sparse-checkout set --no-cone '/*' '!/${test}'`)],
  },
  {
    name: 'the object of the product is replaced',
    does: [
      run(
        `git add -A; git replace -f "$(git rev-parse HEAD:${product})" "$(git rev-parse :${product})"; git replace -f "$(git rev-parse :${product})" "$(git rev-parse HEAD:${product})" || true`,
      ),
    ],
  },
  {
    name: 'a good file that git shall not see',
    base: { [test]: greetTest.replace('greet.js', 'greet') },
    does: [
      run('mkdir -p .git/info && echo /src/greet >> .git/info/exclude'),
      write('src/greet', greets('Hello')),
    ],
  },
  {
    name: 'the tests become a nested repository',
    does: [
      run(
        `test -d test/.git || { ${nodeTest}; rm -f ${test}; git -C test init -q && git -C test add -A && git -C test -c user.name=a -c user.email=a@b commit -qm easy; }`,
      ),
    ],
  },
  {
    name: 'the repository of the lane is swapped for another',
    does: [
      run('rm -rf .git && git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm all'),
      run(`rm -f ${test}`),
    ],
  },
  {
    name: 'a process that stays shows a good file while tests run',
    // Without a sandbox it is malice, which only a person can stop.
    only: 'confined',
    does: [
      run(
        `here=$PWD; env -i /usr/bin/setsid /bin/sh -c "cd /; for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.2; echo 'exports.greet = (name) => \\"Hello, \\" + name + \\"!\\"' > $here/${product}; done" > /dev/null 2>&1 &`,
      ),
    ],
  },
  {
    name: 'the settings of npm in the home folder name a shell that does nothing',
    // Without a sandbox it would be the home folder of all tests.
    only: 'confined',
    checks: [npmTest],
    does: [run('echo script-shell=/bin/true > ~/.npmrc')],
  },
]

const own: readonly Lie[] = [
  {
    name: 'a stub in the vendored package that set-up installs',
    base: installed,
    setup: copies,
    does: [write('vendor/tiny-assert/index.js', quiet)],
  },
  {
    name: 'package.json names another package to install',
    base: withPackage,
    setup: installs,
    does: [
      write(
        'package.json',
        (withPackage['package.json'] ?? '').replace('file:vendor/tiny', 'file:vendor/other'),
      ),
      write('vendor/other-assert/package.json', '{ "name": "tiny-assert", "version": "1.0.0" }\n'),
      write('vendor/other-assert/index.js', quiet),
    ],
  },
  {
    name: 'a package in a nearer node_modules',
    base: installed,
    setup: copies,
    does: [
      run('mkdir -p test/node_modules/tiny-assert'),
      write('test/node_modules/tiny-assert/index.js', quiet),
    ],
  },
  {
    name: 'a package in a nearer node_modules is committed',
    base: installed,
    setup: copies,
    does: [write('.gitignore', '/node_modules/\n'), write('test/node_modules/tiny-assert/index.js', quiet)],
  },
  {
    name: 'an old build is left for the tests',
    base: built,
    checks: builds,
    does: [write('dist/greet.js', greets('Hello')), run('cp src/shout.js dist/')],
  },
  {
    name: 'an old build is committed for the tests',
    base: built,
    checks: builds,
    does: [write('.gitignore', ''), write('dist/greet.js', greets('Hello')), run('cp src/shout.js dist/')],
  },
  {
    name: 'an old build is committed for the tests, although git ignores it',
    base: built,
    checks: builds,
    does: [
      write('dist/greet.js', greets('Hello')),
      run(
        'cp src/shout.js dist/; git add -f dist && git -c user.name=a -c user.email=a@b commit -qm build || true',
      ),
    ],
  },
  {
    name: 'a filter of git shows tests another product',
    does: [
      write('.gitattributes', `${product} filter=quiet\n`),
      run(`git config filter.quiet.smudge "sed s/Bye/Hello,\\\\ Ada!/"; git config filter.quiet.clean cat`),
    ],
  },
]

export const aroundTests: readonly Lie[] = [...inEachRun(noted), ...own]
