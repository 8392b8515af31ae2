import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { targetRepo } from '@harness/shell/test-support/target-repo'
import { describe, expect, test } from 'vitest'
import { runHere } from '../../test-support/run-here.ts'

const folder = 'docs/harness/share-notes'
const draft = (word: string) =>
  `# Share notes\n${['Goal', 'Background & Decisions', 'Scope', 'Out of Scope', 'Edge Cases', 'Acceptance Criteria', 'Risks'].map((name) => `## ${name}\n${word}.`).join('\n')}\n`
const asks = (...texts: readonly string[]) => ({
  json: { questions: texts.map((text) => ({ text, why: '', options: [] })) },
})
const writes = (role: string, path: string, text: string, reply: string, more: object = {}) => ({
  role,
  do: [{ write: { path, text } }],
  reply,
  ...more,
})
const drafts = (role: string, word: string, path = `${folder}/spec_draft.md`) =>
  writes(role, path, draft(word), `draft written — ${path}`)
const critic = (text: string, path = `${folder}/critic_findings.md`) =>
  writes('spec/critic', path, text, 'critic_findings written — Critical=2, Major=0, Minor=0')

const setUp = (rules: readonly unknown[], more: Readonly<Record<string, string>> = {}) => {
  const repo = targetRepo({
    'notes.js': 'export const notes = []\n',
    'harness.config.json': JSON.stringify({
      agent: { provider: 'scripted', script: 'script.json' },
      checks: [{ name: 'check', run: 'true' }],
    }),
    'script.json': JSON.stringify({ rules }),
    ...more,
  })
  return {
    repo,
    harness: (...args: readonly string[]) => runHere(repo.root, args),
    textOf: (name: string) => readFileSync(join(repo.root, folder, name), 'utf8'),
  }
}

describe('WF-17 harness spec', () => {
  test('quick: waits at its questions, takes answers, and writes what a workflow takes over', async () => {
    const { repo, harness, textOf } = setUp([
      { role: 'spec/interviewer', call: 1, ...asks('Who may read?', 'Until when?') },
      { role: 'spec/interviewer', ...asks() },
      drafts('spec/analyst', 'Quick'),
      critic('[C1] No owner\n- issue: x\n- impact: y\n- suggested fix: z\n[m1] Typo\n'),
    ])
    const waiting = await harness('spec', 'Share notes', '--no-scan')
    expect(waiting).toMatchObject({
      code: 8,
      out: expect.stringContaining('2 questions about the spec (round 1 of 3).'),
    })
    expect(waiting.out).toContain('1. Who may read?')
    expect(existsSync(join(repo.root, 'docs'))).toBe(false)
    expect(await harness('spec', 'Another idea')).toMatchObject({
      code: 2,
      err: expect.stringContaining('another idea: Share notes'),
    })
    const done = await harness('answer', 'spec', 'answer', '-m', '1: everyone')
    expect(done).toMatchObject({ code: 0 })
    expect(done.out).toContain(`then: harness workflow --spec ${folder}/spec_draft.md 'Share notes'`)
    expect(done.out).toContain('Its file says “critic_findings written — Critical=1, Major=0, Minor=1”')
    expect(readdirSync(join(repo.root, folder)).sort()).toEqual([
      'critic_findings.md',
      'qa_notes.md',
      'spec_draft.md',
    ])
    expect(textOf('spec_draft.md')).toBe(draft('Quick'))
    expect(textOf('qa_notes.md')).toContain('Answer: everyone')
    expect(textOf('qa_notes.md')).toContain('Answer: [unconfirmed]')
    expect((await harness('show', 'spec', 'draft/spec/1')).out).toContain('Answer: everyone')
    expect(repo.git('status', '--porcelain')).toBe('?? docs/')
    expect(repo.git('branch', '--list')).toBe('* main')
    expect((await harness('runs')).out).toContain('Spec: Share notes')
  })

  test('deep: four analysts, a synthesis, a revision; a folder that is there gets no file', async () => {
    const own = 'docs/harness/share-notes-2'
    const analysts = ['product', 'technical', 'risk', 'test'].map((name) =>
      writes(
        `spec/${name}-analyst`,
        `.harness/spec/analysis_${name}.md`,
        `SEEN BY ${name}`,
        `analysis written — .harness/spec/analysis_${name}.md`,
      ),
    )
    const claudeMd = 'Keep it small.\n'.repeat(50)
    const { repo, harness } = setUp(
      [
        { role: 'spec/interviewer', ...asks() },
        ...analysts,
        drafts('spec/synthesizer', 'First', `${own}/spec_draft.md`),
        critic('[M1] Slow\n', `${own}/critic_findings.md`),
        drafts('spec/reviser', 'Revised', `${own}/spec_draft.md`),
      ],
      { 'CLAUDE.md': claudeMd },
    )
    mkdirSync(join(repo.root, folder), { recursive: true })
    writeFileSync(join(repo.root, folder, 'mine.md'), 'mine')
    const { code, out } = await harness('spec', 'Share notes', '--deep', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      docsPath: `${own}/`,
      files: ['spec_draft.md', 'qa_notes.md', 'critic_findings.md', 'conventions.md'].map(
        (name) => `${own}/${name}`,
      ),
    })
    expect(readFileSync(join(repo.root, own, 'spec_draft.md'), 'utf8')).toBe(draft('Revised'))
    expect(readFileSync(join(repo.root, own, 'conventions.md'), 'utf8')).toBe(claudeMd)
    expect(readdirSync(join(repo.root, folder))).toEqual(['mine.md'])
    expect((await harness('show', 'spec', 'draft/spec/1')).out).toContain('SEEN BY risk')
    const names = ['product', 'technical', 'risk', 'test']
    for (const name of names) {
      const { out: seen } = await harness('show', 'spec', `analyse/${name}/1`)
      expect(names.filter((one) => seen.includes(`SEEN BY ${one}`))).toEqual([name])
    }
    expect(repo.git('branch', '--list')).toBe('* main')
  })

  test('a person stops at the questions: exit 8, nothing written, and the next spec can start', async () => {
    const { repo, harness } = setUp([{ role: 'spec/interviewer', ...asks('为什么？') }])
    const waiting = await harness('spec', '分享笔记', '--no-scan')
    expect(waiting.out).toContain('关于规格的 1 个问题（第 1 轮，共 3 轮）。')
    expect(await harness('answer', 'spec', 'stop')).toMatchObject({
      code: 8,
      out: expect.stringContaining('已在提问阶段停止'),
    })
    expect(existsSync(join(repo.root, 'docs'))).toBe(false)
    expect((await harness('spec', 'Another idea', '--no-scan')).code).toBe(8)
  })

  test('bad input: exit 2, and nothing is written', async () => {
    const { repo, harness } = setUp([])
    const before = readdirSync(repo.root)
    for (const [args, message] of [
      [[], 'The idea is empty.'],
      [['  '], 'The idea is empty.'],
      [['x', '--output-dir', '../out'], "output-dir must not contain '..'."],
      [['x', '--output-dir', 'docs/other'], 'output-dir under docs/ must be docs/harness/...'],
      [['x', '--quick', '--deep'], '--quick and --deep exclude each other'],
      [['通过链接分享笔记', '--output-dir', '../out'], "output-dir 不能包含 '..'。"],
      [['通过链接分享笔记', '--quick', '--deep'], '--quick 和 --deep 不能同时使用。'],
    ] as const)
      expect(await harness('spec', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
    expect(readdirSync(repo.root)).toEqual(before)
  })
})
