import { expect, it } from 'vitest'
import { roadmapCodec } from './roadmap-codec.ts'

const world = { redact: (text: string) => text, has: () => true }
const edit = { spec: 'docs/a.md', status: 'done', now: '2026-05-01T10:00:00.000Z' } as const
const roadmap = (status: string): string =>
  `## M\n\n### A\n\n- **Status:** ${status}\n- **Spec:** docs/a.md\n`

it('AP-12 an edit moves the status of the features of a spec', () => {
  const edits = [{ ...edit, status: 'in-progress' as const }, edit]
  expect(roadmapCodec.rewrite?.([roadmap('planned')], edits, world)).toEqual({
    texts: [{ file: 0, text: roadmap('done') }],
    refused: [],
  })
})

it('AP-12 what is left alone is told with its reason, and nothing is written', () => {
  const left = (edit: number, detail: string) => ({ edit, reason: 'edited', detail, problems: [] })
  expect(roadmapCodec.rewrite?.([roadmap('blocked')], [edit, edit], world)).toEqual({
    texts: [],
    refused: [0, 1].map((index) => left(index, '“A” is blocked: only a person changes that.')),
  })
  const edited = `---\nlast_manual_edit: 2026-04-01\n---\n\n${roadmap('planned')}`
  expect(roadmapCodec.rewrite?.([edited], [edit], world)).toEqual({
    texts: [],
    refused: [
      left(0, 'A person edited the roadmap since its last sync (2026-04-01), so it was left as it is.'),
    ],
  })
})

it('AP-12 a feature that is left alone does not keep another one from moving', () => {
  const two = `${roadmap('planned')}\n### B\n\n- **Status:** blocked\n- **Spec:** docs/a.md\n`
  expect(roadmapCodec.rewrite?.([two], [edit], world)).toMatchObject({
    texts: [{ file: 0, text: two.replace('planned', 'done') }],
    refused: [{ edit: 0, detail: '“B” is blocked: only a person changes that.' }],
  })
})

it('AP-12 a roadmap without the spec is left alone without a word', () => {
  const other = { ...edit, spec: 'docs/b.md' }
  expect(roadmapCodec.rewrite?.([roadmap('planned')], [other, other], world)).toEqual({
    texts: [],
    refused: [],
  })
})

it('AP-12 a project without a roadmap gets none', () => {
  expect(roadmapCodec.rewrite?.([null], [edit], world)).toEqual({ texts: [], refused: [] })
  expect(roadmapCodec.isOptional).toBe(true)
  expect(roadmapCodec.parse(roadmapCodec.walk('any'), [])).toEqual({ ok: true, value: 'any' })
})
