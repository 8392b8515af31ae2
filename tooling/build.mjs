// Bundles one program: `node tooling/build.mjs cli | package | sim | states | bench`. Nothing is type-checked here.
// Chunks have content hashes in their names and the entry is replaced last, so that a program that is already
// running finds its lazily loaded chunks although a newer build has arrived.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const keepOldChunksMs = 60 * 60 * 1000

// What every command begins with goes into one chunk, and what only looks at runs with it: Node takes about 0.3 ms for
// each file that it loads. With these come the modules that they import; the build fails if one of them
// imports something heavy.
const commonToCommands =
  /packages\/(cli\/src\/(cli|command-tree|commands\/runs|line\/playbooks|run\/(find-run|target\/state-dir)|terminal\/(terminal|table))|formats\/src\/text\/amounts|shell\/src\/(machine\/(lock\/holder|redaction\/strip-control)|store\/(open-run-store|port\/run-store|journal\/(peek-journal|read-journal)|trust\/(find-damage|other-version)|sidecars\/task-files))|core\/src\/kernel\/need)\.ts$/

// What `harness-cli` means in a repository's harness.config.ts.
const api = 'packages/core/src/playbooks/own/api.ts'

const cli = {
  source: 'packages/cli/src/main.ts',
  entry: 'packages/cli/dist/harness.cjs',
  // The same commands as a function, for tests that would start the program hundreds of times.
  beside: { 'in-process': 'packages/cli/src/in-process.ts', api },
  format: 'cjs',
  minify: true,
  codeSplitting: { groups: [{ name: 'common', test: commonToCommands }] },
}

const programs = {
  cli,
  // What `npm pack` takes: nothing of an older build, and the types of the API.
  package: { ...cli, entry: 'dist/harness.cjs', beside: { api }, isPackage: true },
  sim: {
    source: 'packages/sim/src/main.ts',
    entry: 'packages/sim/dist/main.mjs',
    format: 'esm',
    minify: false,
  },
  states: {
    source: 'packages/sim/src/states/main.ts',
    entry: 'packages/sim/dist/states.mjs',
    format: 'esm',
    minify: false,
  },
  bench: { source: 'bench/main.ts', entry: 'bench/dist/main.mjs', format: 'esm', minify: false },
}

// Optional, large, or reading files of their own at run time: found in node_modules when first used.
const external = [
  /^node:/,
  /^@anthropic-ai\/claude-agent-sdk/,
  /^@openai\/codex-sdk/,
  /^jiti(\/|$)/,
  /^playwright-core(\/|$)/,
]

export async function build(name) {
  const program = programs[name]
  if (!program)
    throw new Error(`No program is called ${name}; there are: ${Object.keys(programs).join(', ')}.`)
  const source = join(root, program.source)
  if (!existsSync(source)) throw new Error(`${program.source} does not exist.`)
  const startedAt = new Date()
  const entry = join(root, program.entry)
  const dist = dirname(entry)
  const extension = program.format === 'cjs' ? 'cjs' : 'mjs'
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

  if (program.isPackage) rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  const fresh = mkdtempSync(join(dist, '.fresh-'))
  try {
    const bundle = await rolldown({
      input: { [basename(entry, `.${extension}`)]: source, ...program.beside },
      cwd: root,
      platform: 'node',
      external,
      tsconfig: false,
      transform: { target: 'node20.19', define: { __HARNESS_VERSION__: JSON.stringify(version) } },
      onLog: (level, log, report) => {
        if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
        report(level, log)
      },
    })
    const { output } = await bundle.write({
      dir: fresh,
      format: program.format,
      minify: program.minify,
      codeSplitting: program.codeSplitting ?? true,
      dynamicImportInCjs: true,
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `chunks/[name]-[hash].${extension}`,
      ...(program.minify ? { banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : '') } : {}),
    })
    await bundle.close()
    refuseHeavyCommon(output)
    if (program.minify) writeInAscii(fresh, output)
    publish(fresh, dist, entry)
    if (program.minify) copyFiles(dist)
    if (program.isPackage) writeTypes(dist)
    chmodSync(entry, 0o755)
    // The time of the start, so that a source saved while this build ran counts as newer.
    utimesSync(entry, startedAt, startedAt)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return entry
}

/** One typographic sign makes a chunk a text of two bytes a sign, which takes longer to compile. */
function writeInAscii(dir, output) {
  const escaped = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  for (const { fileName, code } of output) {
    const ascii = code?.replace(/[\u0080-\uffff]/g, escaped)
    if (ascii !== code) writeFileSync(join(dir, fileName), ascii)
  }
}

/**
 * One import too many once made every command wait for zod. Node loads its own modules at their first use, too: each of
 * these takes 0.5 to 3 ms. `promises` of node:fs is node:fs/promises, loaded when it is used.
 */
function refuseHeavyCommon(output) {
  const common = output.find((chunk) => chunk.name === 'common')
  const heavy =
    Object.keys(common?.modules ?? {}).find((it) => /node_modules\/(zod|yaml|markdown-it)\//.test(it)) ??
    common?.imports.find((it) => /^node:(crypto|child_process|zlib|fs\/promises)$/.test(it))
  if (heavy !== undefined)
    throw new Error(
      `What every command loads would contain ${heavy.startsWith('node:') ? heavy : relative(root, heavy)}. Import it only in the function that needs it.`,
    )
}

function publish(fresh, dist, entry) {
  const chunks = join(dist, 'chunks')
  mkdirSync(chunks, { recursive: true })
  const made = existsSync(join(fresh, 'chunks')) ? readdirSync(join(fresh, 'chunks')) : []
  for (const chunk of made) renameSync(join(fresh, 'chunks', chunk), join(chunks, chunk))
  const beside = readdirSync(fresh).filter((it) => it !== 'chunks' && it !== basename(entry))
  for (const file of [...beside, basename(entry)]) renameSync(join(fresh, file), join(dist, file))
  for (const old of readdirSync(chunks).filter((it) => !made.includes(it))) {
    const path = join(chunks, old)
    if (Date.now() - statSync(path).mtimeMs > keepOldChunksMs) rmSync(path)
  }
}

/** What the program reads beside its code: role prompts, sample products, and the bridge of a sandbox. */
function copyFiles(dist) {
  cpSync(join(root, 'packages/shell/src/machine/sandbox/network/bridge.mjs'), join(dist, 'bridge.mjs'))
  rmSync(join(dist, 'examples'), { recursive: true, force: true })
  cpSync(join(root, 'examples'), join(dist, 'examples'), { recursive: true })
  const roles = join(root, 'roles')
  rmSync(join(dist, 'roles'), { recursive: true, force: true })
  if (existsSync(roles)) cpSync(roles, join(dist, 'roles'), { recursive: true })
}

/** Declarations of what `harness-cli` exports, for the editors of those who write a playbook. */
function writeTypes(dist) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = [
    ...['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--target', 'es2023'],
    ...['--module', 'esnext', '--moduleResolution', 'bundler', '--allowImportingTsExtensions', '--strict'],
    ...['--exactOptionalPropertyTypes', '--lib', 'es2023', '--ignoreConfig'],
    ...['--rootDir', join(root, 'packages/core/src'), '--outDir', join(dist, 'types'), join(root, api)],
  ]
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The types of harness-cli cannot be written:\n${stdout}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const names = process.argv.slice(2)
    for (const name of names.length > 0 ? names : ['cli']) {
      console.error(`Built ${relative(root, await build(name))}`)
    }
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
