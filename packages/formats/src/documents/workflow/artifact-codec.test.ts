import type { ArtifactEdit } from '@harness/core/playbooks/workflow/artifacts'
import { expect, it } from 'vitest'
import { artifactCodec } from './artifact-codec.ts'

const world = { redact: (text: string) => text, has: () => true }
const written = (there: string | null, ...edits: readonly ArtifactEdit[]) =>
  artifactCodec.rewrite?.([there], edits, world)

it('WF-02 an edit is printed over the document as it is now', () => {
  const changes: ArtifactEdit = { kind: 'changes', written: null, round: 2, files: [] }
  expect(written(null, { kind: 'text', text: '# Spec' })).toEqual({
    texts: [{ file: 0, text: '# Spec\n' }],
    refused: [],
  })
  expect(written('## Round 1 Changes\n', changes)?.texts[0]?.text).toMatch(
    /^## Round 1 Changes\n\n## Round 2 Changes\n/,
  )
  const report = { at: 0, result: 'PASS', line: 'PASS — x', sections: [], limits: [], words: null } as const
  const scan = { count: 0, marks: [], isBlocking: false }
  expect(written('old', { kind: 'verify-report', report: { ...report, scan } })?.texts[0]?.text).toMatch(
    /^---\ntimestamp: 1970-01-01T00:00:00.000Z\nresult: PASS\n/,
  )
})

it('WF-02 people may write any text into a document', () => {
  expect(artifactCodec.parse(artifactCodec.walk('\0 any'), [])).toEqual({ ok: true, value: '\0 any' })
})

it('WF-09 a text that a person wrote meanwhile is not replaced', () => {
  const edit: ArtifactEdit = { kind: 'text', text: 'new', replaces: 'old' }
  expect(written('mine', edit)).toMatchObject({ texts: [], refused: [{ edit: 0, reason: 'edited' }] })
  for (const there of ['old', 'new\n', null])
    expect(written(there, edit)).toEqual({ texts: [{ file: 0, text: 'new\n' }], refused: [] })
  expect(written('mine', { ...edit, replaces: null })?.refused).toHaveLength(1)
})
