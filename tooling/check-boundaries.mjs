// Proves that the rooms hold: the packages import only what they may, and the rules that say so still bite.
// The second half matters as much as the first: a checker that silently sees nothing also reports nothing.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise } from 'dependency-cruiser'
import ts from 'typescript'
import { folderCycles } from './folder-cycles.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const canary = join(root, 'tooling', 'canary')
const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
const isTest = (file) => /\.(spec|test)\.ts$|\/test-support\//.test(file)

const problems = []
const failIf = (condition, message) => condition && problems.push(message)

const sourcesUnder = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map((name) => join(folder, name))
        .filter((name) => name.endsWith('.ts'))
    : []

/** Every import of every module under `folder/packages/<name>/src`, with whether the rules allow it. */
async function importsOf(folder) {
  const rooms = readdirSync(join(folder, 'packages')).filter((it) =>
    existsSync(join(folder, 'packages', it, 'src')),
  )
  const { allowed, allowedSeverity, forbidden, options } = rules
  const result = await cruise(
    rooms.map((it) => `packages/${it}/src`),
    { ...options, baseDir: folder, validate: true, ruleSet: { allowed, allowedSeverity, forbidden } },
    options.enhancedResolveOptions,
  )
  const modules = result.output.modules.filter((it) => /^packages\/[^/]+\/src\//.test(it.source))
  const imports = modules.flatMap((module) =>
    module.dependencies.map((it) => ({
      from: module.source,
      specifier: `${it.protocol ?? ''}${it.module}`,
      resolved: it.resolved,
      valid: it.valid,
      rules: it.rules?.map((rule) => rule.name) ?? [],
    })),
  )
  return { modules, imports }
}

/** What makes core asynchronous: async functions, await, and imports at run time. */
function asynchronousPlaces(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node) => {
    const says =
      node.kind === ts.SyntaxKind.AsyncKeyword
        ? 'async'
        : ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AwaitKeyword
          ? 'await'
          : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
            ? 'import()'
            : undefined
    if (says) found.push({ says, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

async function packagesHold() {
  const { modules, imports } = await importsOf(root)
  const written = readdirSync(join(root, 'packages')).flatMap((it) =>
    sourcesUnder(join(root, 'packages', it, 'src')),
  )
  failIf(modules.length === 0, 'No module was cruised: the boundary check sees nothing.')
  failIf(
    modules.length < written.length,
    `${modules.length} modules were cruised, but ${written.length} source files exist.`,
  )
  for (const it of imports.filter((it) => !it.valid)) {
    problems.push(
      `${it.from} must not import ${it.specifier} (${it.rules.join(', ')}; resolved to ${it.resolved})`,
    )
  }
  for (const cycle of folderCycles(modules, isTest))
    problems.push(`These folders import each other: ${cycle}`)
  for (const { source } of modules.filter((it) => !isTest(it.source) && isOutsideLayers(it.source)))
    problems.push(`${source} is in no folder of its package's layers`)
  const core = sourcesUnder(join(root, 'packages', 'core', 'src')).filter((it) => !isTest(it))
  for (const file of core) {
    for (const { says, line } of asynchronousPlaces(file)) {
      problems.push(`${relative(root, file)}:${line} core is synchronous, but this says ${says}`)
    }
  }
  return `${modules.length} modules, ${imports.length} imports`
}

/** Only rooms with an entry of their own have files beside their folders. */
const roomsWithEntry = new Set(['cli', 'sim', 'daemon'])

function isOutsideLayers(source) {
  const [, room, rest] = /^packages\/([^/]+)\/src\/(.*)$/.exec(source)
  const folders = rules.layers[room]
  const [first, ...more] = rest.split('/')
  return more.length === 0 ? !roomsWithEntry.has(room) : !folders.includes(first)
}

/** Tries every import between two layers of every room, and two folders of one layer that import each other. */
async function layerRulesBite() {
  const copy = mkdtempSync(join(tmpdir(), 'harness-layers-'))
  const write = (path, text) => {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  const tried = []
  try {
    for (const [room, folders] of Object.entries(rules.layers)) {
      const src = `packages/${room}/src`
      for (const folder of folders) write(`${src}/${folder}/any.ts`, 'export const any = 1\n')
      for (const [from, to] of pairsOf(folders)) {
        const file = `${src}/${folders[from]}/imports-${folders[to]}.ts`
        write(file, `import '../${folders[to]}/any.ts'\n`)
        tried.push({ file, forbidden: to > from })
      }
      const [lowest] = folders
      write(`${src}/${lowest}/a/one.ts`, "import '../b/any.ts'\n")
      write(`${src}/${lowest}/b/any.ts`, '')
      write(
        `${src}/${lowest}/b/two.ts`,
        "import type { any } from '../a/any.ts'\nexport type Any = typeof any\n",
      )
      write(`${src}/${lowest}/a/any.ts`, 'export const any = 1\n')
    }
    const { modules, imports } = await importsOf(copy)
    for (const { file, forbidden } of tried) {
      const [found] = imports.filter((it) => it.from === file)
      failIf(found === undefined, `canary: the import of ${file} was not seen`)
      failIf(found?.valid === forbidden, `canary: ${file} is ${forbidden ? 'allowed' : 'refused'}`)
    }
    const cycles = folderCycles(modules, isTest)
    for (const [room, [lowest]] of Object.entries(rules.layers)) {
      const cycle = `packages/${room}/src/${lowest}/a`
      failIf(!cycles.some((it) => it.includes(cycle)), `canary: nothing objects to the cycle of ${cycle}`)
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  return `${tried.filter((it) => it.forbidden).length} walls between layers hold`
}

const pairsOf = (list) =>
  list.flatMap((_, from) => list.flatMap((_, to) => (from === to ? [] : [[from, to]])))

async function importRulesBite() {
  const { imports } = await importsOf(canary)
  const reported = (file, specifier) =>
    imports.some((it) => it.from === file && it.specifier === specifier && !it.valid)
  let forbidden = 0
  for (const path of sourcesUnder(join(canary, 'packages'))) {
    const file = relative(canary, path)
    const specifiers = ts.preProcessFile(readFileSync(path, 'utf8')).importedFiles.map((it) => it.fileName)
    const mustFail = /\/forbidden[^/]*$|\/cycle-[^/]*$/.test(file)
    for (const specifier of specifiers) {
      if (mustFail) forbidden += 1
      failIf(
        mustFail && !reported(file, specifier),
        `canary: ${file} imports ${specifier} and nothing objects`,
      )
      failIf(!mustFail && reported(file, specifier), `canary: ${file} may import ${specifier} but is refused`)
    }
  }
  failIf(forbidden === 0, 'canary: no forbidden import was tried')
  return `${forbidden} forbidden imports reported`
}

function asynchronyRuleBites() {
  const says = asynchronousPlaces(join(canary, 'packages/core/src/globals.ts')).map((it) => it.says)
  const expected = { async: 5, await: 1, 'import()': 1 }
  for (const [word, count] of Object.entries(expected)) {
    const found = says.filter((it) => it === word).length
    failIf(found !== count, `canary: ${count} × ${word} in core, ${found} found`)
  }
}

/** Lints a copy of the canary in the place of the packages, so that the real rules apply to it. */
function lintRulesBite() {
  const copy = mkdtempSync(join(tmpdir(), 'harness-canary-'))
  try {
    for (const name of [
      'biome.json',
      '.oxlintrc.json',
      '.gitignore',
      'tsconfig.json',
      'tsconfig.base.json',
      'tooling/lint',
    ]) {
      cpSync(join(root, name), join(copy, name), { recursive: true })
    }
    cpSync(join(canary, 'packages'), join(copy, 'packages'), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir')
    const run = (tool, ...args) => {
      const { stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', tool), args, {
        cwd: copy,
        encoding: 'utf8',
        shell: process.platform === 'win32',
      })
      return `${stdout}\n${stderr}`
    }

    const biome = run('biome', 'lint', '--max-diagnostics=none', '--reporter=github', 'packages').split('\n')
    const flagged = (file, line, rule) =>
      biome.some(
        (it) => it.startsWith('::error') && it.includes(rule) && it.includes(`${file},line=${line},`),
      )
    const globals = 'packages/core/src/globals.ts'
    const lines = readFileSync(join(copy, globals), 'utf8').split('\n')
    const mustFlag = [
      ['new Date', 'noRestrictedGlobals'],
      ['Math.random', 'plugin'],
      ["Math['random']", 'plugin'],
      ['} = Math', 'plugin'],
      ['process.', 'noRestrictedGlobals'],
      ['console', 'noRestrictedGlobals'],
      ['performance', 'noRestrictedGlobals'],
      ['crypto', 'noRestrictedGlobals'],
      ['setTimeout', 'noRestrictedGlobals'],
      ['fetch', 'noRestrictedGlobals'],
      ['globalThis', 'noRestrictedGlobals'],
    ]
    for (const [text, rule] of mustFlag) {
      const line = lines.findIndex((it) => it.includes(text)) + 1
      failIf(line === 0 || !flagged(globals, line, rule), `canary: lint allows ${text} in core`)
    }
    failIf(
      !flagged('packages/shell/src/environment.ts', 1, 'noProcessEnv'),
      'canary: lint allows process.env outside cli',
    )

    const oxlint = run('oxlint', '--type-aware', '-f', 'unix', 'packages/shell')
    const floating = readFileSync(join(copy, 'packages/shell/src/floating.ts'), 'utf8').split('\n')
    floating.forEach((text, index) => {
      const reported = oxlint.includes(`floating.ts:${index + 1}:`)
      failIf(text.includes('// lost') && !reported, `canary: lint allows a lost promise: ${text.trim()}`)
      failIf(!text.includes('// lost') && reported, `canary: lint objects to a kept promise: ${text.trim()}`)
    })
    failIf(!floating.some((it) => it.includes('// lost')), 'canary: no lost promise was tried')
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  return 'lint rules reported'
}

const said = [await packagesHold(), `canary: ${await importRulesBite()}`, `canary: ${await layerRulesBite()}`]
asynchronyRuleBites()
said.push(`canary: ${lintRulesBite()}`)
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? said.join('; ') : `${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
