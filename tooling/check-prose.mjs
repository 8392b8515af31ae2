// Counts the words of the old manner in docs, comments and messages: the count may only fall.
// `--list` prints every place, `--update` writes tooling/prose-baseline.json, `--root <folder>` checks another copy.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { oldMannerIn } from './prose/old-manner.mjs'
import { proseOfMarkdown } from './prose/prose-of-markdown.mjs'

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), '..') },
    update: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const baselineFile = join(values.root, 'tooling', 'prose-baseline.json')

const skippedFolders = new Set(['node_modules', 'dist', 'coverage', 'fixtures', 'canary', '.git', '.tmp'])

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesUnder(path)
    return entry.isFile() ? [relative(values.root, path).split(sep).join('/')] : []
  })
}

const isDoc = (file) => /^(docs|roles)\/.*\.md$|^[^/]+\.md$/.test(file)
const isSource = (file) => /\.(ts|mjs)$/.test(file)
const isProduct = (file) =>
  /^packages\/[^/]+\/src\//.test(file) && !/\.(spec|test)\.ts$|\/test-support\//.test(file)

async function proseOf(file) {
  const text = readFileSync(join(values.root, file), 'utf8')
  if (isDoc(file)) return proseOfMarkdown(text)
  // It loads the compiler, which takes longer than all docs.
  const { proseOfSource } = await import('./prose/prose-of-source.mjs')
  return proseOfSource(text, { messages: isProduct(file) })
}

async function measure() {
  const files = {}
  let words = 0
  for (const file of filesUnder(values.root).sort()) {
    if (!isDoc(file) && !isSource(file)) continue
    const prose = await proseOf(file)
    words += prose.match(/[A-Za-z][A-Za-z'’-]*/g)?.length ?? 0
    const hits = oldMannerIn(prose)
    if (hits.length === 0) continue
    files[file] = hits.map((it) => ({ ...it, line: prose.slice(0, it.at).split('\n').length }))
  }
  return { files, words, count: Object.values(files).flat().length }
}

const { files, words, count } = await measure()
const places = (file) =>
  files[file].map((it) => `${file}:${it.line} "${it.written}": write ${it.plain} (${it.words})`)
const rate = ((count * 10_000) / Math.max(words, 1)).toFixed(1)
const summary = `${count} in ${words} words, ${rate} per 10 000`

if (values.list) {
  console.log(Object.keys(files).flatMap(places).join('\n'))
} else if (values.update) {
  const perFile = Object.fromEntries(Object.entries(files).map(([file, hits]) => [file, hits.length]))
  writeFileSync(baselineFile, `${JSON.stringify({ count, files: perFile }, null, 2)}\n`)
  console.log(`${summary}; written to tooling/prose-baseline.json.`)
} else {
  const baseline = JSON.parse(readFileSync(baselineFile, 'utf8'))
  const worst = Object.entries(files).sort((a, b) => b[1].length - a[1].length)
  console.log(`Words of the old manner: ${summary}.`)
  for (const [file, hits] of worst.slice(0, 10)) console.log(`  ${hits.length} ${file}`)
  if (words === 0) {
    console.error('No word was read: the prose check sees nothing.')
    process.exitCode = 1
  } else if (count > baseline.count) {
    // A file that has moved is unknown to the baseline, so that its old places are named too.
    const grown = worst.filter(([file, hits]) => hits.length > (baseline.files[file] ?? 0))
    for (const [file] of grown) console.error(places(file).join('\n'))
    console.error(`The count rose from ${baseline.count} to ${count}. Rewrite the new places above.`)
    process.exitCode = 1
  } else if (count < baseline.count) {
    console.log(
      `note: the count of old words fell from ${baseline.count} to ${count}; ` +
        'run `node tooling/check-prose.mjs --update` and commit tooling/prose-baseline.json.',
    )
  }
}
