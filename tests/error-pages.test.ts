/** The contract with scripts and people: every error has a page, every exit code one meaning. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exitCode } from '@harness/core/kernel/exit-code'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

function sources(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'test-support' ? [] : sources(path)
    return /(?<!\.(test|spec))\.ts$/.test(entry.name) ? [path] : []
  })
}

/** Codes stand where an error is made, in a subclass's super call, or in the table of formats. */
const patterns = [
  /\bUserError\(\s*'([a-z0-9-]+)'/g,
  /\bsuper\(\s*'([a-z0-9-]+)',/g,
  /\bcode: '([a-z0-9]+(?:-[a-z0-9]+)+)',\s+what:/g,
]

const codes = new Map<string, string>()
for (const name of readdirSync(join(root, 'packages'))) {
  if (name === 'sim') continue
  for (const path of sources(join(root, 'packages', name, 'src'))) {
    const text = readFileSync(path, 'utf8')
    for (const pattern of patterns)
      for (const [, code = ''] of text.matchAll(pattern)) codes.set(code, path.slice(root.length))
  }
}
for (const ours of ['invariant', 'unexpected']) codes.set(ours, 'packages/cli/src/report-error.ts')

describe('errors', () => {
  test('the codes are found at all', () => {
    expect(codes.size).toBeGreaterThan(40)
    for (const known of ['usage', 'run-held', 'config-invalid', 'disk-full', 'journal-damaged'])
      expect([...codes.keys()]).toContain(known)
  })

  test('QA-03 every error code has a page docs/errors/<code>.md that names it and says what to do', () => {
    const missing = [...codes].filter(([code]) => !existsSync(join(root, 'docs/errors', `${code}.md`)))
    expect(missing.map(([code, path]) => `${code} (${path})`).sort()).toEqual([])
    for (const [code] of codes) {
      const page = readFileSync(join(root, 'docs/errors', `${code}.md`), 'utf8')
      expect(page, code).toContain(code)
      expect(page.length, code).toBeGreaterThan(100)
    }
  })

  test('no page is left over from an error that is gone', () => {
    const pages = readdirSync(join(root, 'docs/errors')).filter(
      (name) => name.endsWith('.md') && name !== 'README.md',
    )
    expect(pages.filter((name) => !codes.has(name.slice(0, -3)))).toEqual([])
  })
})

describe('exit codes', () => {
  test('every one has one meaning, and they are those of the architecture', () => {
    const values = Object.values(exitCode)
    expect(new Set(values).size).toBe(values.length)
    expect(exitCode).toEqual({
      done: 0,
      halted: 1,
      usage: 2,
      escalated: 3,
      contractBroken: 4,
      limitReached: 5,
      callBudget: 6,
      planRejected: 7,
      waitingAtGate: 8,
      frozen: 9,
      heldByAnother: 11,
      stateDamaged: 12,
      rateLimited: 75,
      interrupted: 130,
    })
  })

  test('every one is named in the README', () => {
    const [, named = ''] = /^Exit codes have one meaning each: (.*?)\.$/ms.exec(read('README.md')) ?? []
    const codes = named.split('·').map((one) => Number.parseInt(one, 10))
    expect(codes).toEqual(Object.values(exitCode))
    expect(named.replaceAll('\n', ' ')).toContain("6 a call's own budget")
  })
})
