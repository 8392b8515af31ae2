import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { summaryFileName } from '../layout/run-summary.ts'
import { journalDamaged, journalRemoved } from './journal-problem.ts'

describe('QA-02 a journal that cannot be gone on with names the command that begins its subject again', () => {
  const subjects = [
    ['0001', 'harness run 0001'],
    ['handbook', 'harness handbook'],
    ['handbook-generation', 'harness handbook generate'],
    ['mission', 'harness mission'],
  ]

  it.each(subjects)('%s: %s', (subject, command) => {
    const dir = `/runs/${subject}/20261116-120000`
    const path = `${dir}/journal.ndjson`
    const aside = `mv '${dir}' '${dir}.aside' && ${command}`
    expect(journalDamaged({ path, line: 1, offset: 0 }, 'it is cut').next).toMatch(new RegExp(`: ${aside}$`))
    expect(journalRemoved(path).next).toMatch(new RegExp(`: ${command}$`))
  })

  it('of a handbook also where an earlier run was done: it may have more to do', () => {
    const handbook = join(mkdtempSync(join(tmpdir(), 'harness-problem-')), 'handbook')
    const done = join(handbook, '20261116-110000')
    mkdirSync(done, { recursive: true })
    writeFileSync(join(done, summaryFileName), '{"status":"done"}')
    const path = join(handbook, '20261116-120000/journal.ndjson')
    expect(journalDamaged({ path, line: 1, offset: 0 }, 'it is cut').next).toMatch(
      /\.aside' && harness handbook$/,
    )
  })
})
