import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import { smallRepo } from './support/small-handbook.ts'

const shipReportOf = (root: string): string => readFileSync(join(root, '.impeccable-shipreport.md'), 'utf8')
const prompts = [
  { id: '1.1', verb: 'critique' },
  { id: '3.1', verb: 'polish' },
]
const issues = ['Alpha is loud', 'Beta is dim', 'Gamma is odd', 'Delta is late']
const critique = {
  role: 'prompt-reader',
  match: 'impeccable critique the thing 1.1',
  reply: issues.map((title, index) => `- [High] ${title} (src/${index + 1}.css:1)`).join('\n'),
}
const polish = {
  role: 'prompt-worker',
  do: [1, 3, 4].map((number) => ({ write: { path: `src/${number}.css`, text: 'x\n' } })),
  reply: 'It is polished.',
}
const looked = {
  role: 'prompt-reader',
  match: 'impeccable critique src/pages src/components',
}

describe('HB-51 the ship report says what evidence supports', () => {
  it('HB-51 each issue has one of four words; what is changed comes from the run', async () => {
    const root = smallRepo(prompts, [
      {
        ...looked,
        json: {
          findings: [],
          punch_list: [
            { id: '1.1-1', status: 'no longer seen', evidence: 'src/1.css has one rule.' },
            { id: '1.1-2', status: 'no longer seen', evidence: 'I see nothing.' },
            { id: '1.1-4', status: 'still there', evidence: 'src/4.css:1' },
          ],
        },
      },
      critique,
      polish,
    ])
    const { code, stdout, stderr } = await harness(root, ['handbook'])
    expect(code, stdout + stderr).toBe(0)
    const { value } = await harnessJson(root, ['show', 'handbook', 'final/final/1'])
    expect(value.files['envelope.md']).toContain('1.1-2 [High] Beta is dim (src/2.css:1)')
    const words = issues.map(
      (title) => new RegExp(`${title}[^\\n]*\\n  (?:.*\\n  )?\\*(.+?)\\*`).exec(shipReportOf(root))?.[1],
    )
    expect(words).toEqual(['changed and no longer seen', 'not changed', 'not looked at', 'still there'])
  })

  it('HB-51 a new Critical finding changes the last line and the exit code; prose stops nothing', async () => {
    const root = smallRepo(prompts, [
      { ...looked, reply: '- [Critical] Saving loses the draft (src/1.css:1)' },
      critique,
      polish,
    ])
    const { code, stdout, stderr } = await harness(root, ['handbook'])
    expect(code, stdout + stderr).toBe(1)
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^halted: .*Saving loses the draft/)
    expect(shipReportOf(root)).toMatch(/## Regressions\s+- \[Critical\] Saving loses the draft/)
    const state = JSON.parse(readFileSync(join(root, '.impeccable-state.json'), 'utf8'))
    expect(state.iteration_state).toMatchObject({
      status: 'halted',
      termination_reason: 'verification_failed',
    })

    writeFileSync(
      join(root, 'script.json'),
      JSON.stringify({ rules: [{ ...looked, reply: 'It is all rather nice now.' }] }),
    )
    const again = await harness(root, ['handbook'])
    expect(again.code, again.stdout).toBe(0)
    const report = shipReportOf(root)
    expect(report.match(/\*not looked at\*/g)).toHaveLength(4)
    expect(report).toContain('It is all rather nice now.')
  })
})
