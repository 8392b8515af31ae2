import type { CommandId } from '@harness/core/kernel/ids'
import { editMission } from '@harness/core/playbooks/mission/state/edit-mission'
import type {
  ContractEntry,
  DocumentEdit,
  Feature,
} from '@harness/core/playbooks/mission/state/mission-document'
import { describe, expect, it } from 'vitest'
import type { AnyCodec } from '../codec/document-codec.ts'
import { folderText } from '../codec/folder-text.ts'
import { rewriteDocuments } from '../codec/rewrite-documents.ts'
import { checkpointsIn, refusedIn, settledCheckpoints } from './checkpoint-files.ts'
import { missionCodecs } from './mission-codecs.ts'

const feature: Feature = {
  id: 'F-001',
  title: 'Log in',
  summary: 'People log in.',
  description: '',
  claims: ['VAL-AUTH-001'],
  dependsOn: [],
  status: 'todo',
  attempts: 0,
  issues: [],
  notes: '',
  fixes: null,
  sourceIssueId: null,
}
const entry: ContractEntry = {
  id: 'VAL-AUTH-001',
  assertion: 'People can log in',
  verify: 'Log in.',
  evidence: '',
  status: 'TODO',
  rulings: [],
}
const plan: DocumentEdit = { type: 'plan', contract: [entry], features: [feature], before: [], forget: [] }
const fired = {
  type: 'checkpoint',
  checkpoint: { name: 'plan', trigger: 'post-planner', feature: null, reason: 'The plan is there.', at: 0 },
} as const satisfies DocumentEdit

const unknown = { spec: null, features: null, contract: null, memory: null, checkpoints: null }
const codecs: Readonly<Record<string, AnyCodec>> = missionCodecs

/** `files` are by their path, without `.harness/`. */
function editDocuments(edits: readonly DocumentEdit[], files: ReadonlyMap<string, string>) {
  const textIn = (path: string): string | null => {
    if (!path.endsWith('/')) return files.get(path) ?? null
    const there = [...files].filter(([one]) => one.startsWith(path) && !one.slice(path.length).includes('/'))
    return folderText(Object.fromEntries(there.map(([one, text]) => [one.slice(path.length), text])))
  }
  const named = (path: string): string => path.replace('.harness/', '')
  const { changes, refused } = rewriteDocuments(
    editMission('write' as CommandId, edits, 'SPEC.md', unknown),
    (name) => codecs[name] as AnyCodec,
    ({ path }) => textIn(named(path)),
    { redact: (text) => text, has: () => false },
  )
  return { changed: changes.map(({ file, text }) => ({ path: named(file.path), text })), refused }
}

/** A folder that edits are made in; every batch is made twice, as after a crash. */
function folder(...batches: readonly (readonly DocumentEdit[])[]) {
  const files = new Map<string, string>()
  const refused: string[] = []
  for (const edits of batches)
    for (const time of ['once', 'again']) {
      const result = editDocuments(edits, files)
      if (time === 'again') expect(result.changed).toEqual([])
      else refused.push(...result.refused.map(({ detail }) => detail))
      for (const { path, text } of result.changed)
        if (text === null) files.delete(path)
        else files.set(path, text)
    }
  return { files, refused, names: [...files.keys()].sort() }
}

describe('edits of a mission’s documents, each made twice', () => {
  it('a file whose lines end in CRLF keeps them, all of them', () => {
    const { files } = folder([plan])
    const crlf = new Map([...files].map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]))
    const edits: readonly DocumentEdit[] = [
      { type: 'feature', id: 'F-001', was: 'todo', set: { status: 'passed' } },
      { type: 'claim', id: 'VAL-AUTH-001', status: 'PASS', evidence: 'first\nsecond' },
    ]
    const { changed } = editDocuments(edits, crlf)
    expect(changed.map(({ path }) => path).sort()).toEqual(['features.json', 'validation-contract.md'])
    for (const { text } of changed) expect(text).not.toMatch(/(?<!\r)\n/)
  })
  it('MI-01 a plan makes contract and features, and never over somebody else’s', () => {
    const { names, files } = folder([plan])
    expect(names).toEqual(['features.json', 'validation-contract.md'])
    expect(files.get('validation-contract.md')).toContain('### VAL-AUTH-001: People can log in')
    expect(folder([plan], [{ ...plan, features: [{ ...feature, title: 'Other' }] }]).refused).toEqual([
      'another program wrote features.json meanwhile',
    ])
    const again: DocumentEdit = { ...plan, features: [{ ...feature, title: 'Other' }], before: ['F-001'] }
    expect(folder([plan], [again]).refused).toEqual([])
  })
  it('MI-03 the plan of a new mission forgets which checkpoints fired in the one before', () => {
    expect(folder([fired], [plan]).names).toContain('checkpoints/.checkpoint-plan.fired')
    expect(folder([fired], [{ ...plan, forget: ['plan'] }]).names).toEqual([
      'features.json',
      'validation-contract.md',
    ])
  })
  it('MI-02 what was said of the plan before is not said of the one that replaces it', () => {
    const review: DocumentEdit = { type: 'plan-review', verdict: 'accept', notes: [] }
    expect(folder([plan], [review]).names).toContain('plan-review.md')
    expect(folder([review], [plan]).names).not.toContain('plan-review.md')
  })
  it('MI-03 only a grant settles a checkpoint', () => {
    const settled = (decision: 'granted' | 'refused' | null) => {
      const { files } = folder(
        [fired],
        decision === null ? [] : [{ type: 'checkpoint-answered', name: 'plan', decision, reason: '' }],
      )
      const names = [...files.keys()].map((path) => path.replace('checkpoints/', ''))
      return settledCheckpoints(names, (name) => files.get(`checkpoints/${name}`) ?? null)
    }
    expect(settled(null)).toEqual([])
    expect(settled('granted')).toEqual(['plan'])
    expect(settled('refused')).toEqual([])
    expect(settledCheckpoints(['.checkpoint-plan.fired'], () => null)).toEqual(['plan'])
    expect(settledCheckpoints(['.checkpoint-plan.fired'], () => 'broken')).toEqual([])
  })
  it('MI-03 a record says whether it was refused and not granted since, and in which words', () => {
    const answered = (...decisions: ('granted' | 'refused')[]) =>
      folder(
        [fired],
        ...decisions.map((decision): DocumentEdit[] => [
          { type: 'checkpoint-answered', name: 'plan', decision, reason: 'Too large.' },
        ]),
      ).files.get('checkpoints/plan.json') ?? ''
    const refused = { ...fired.checkpoint, refusals: ['Too large.'] }
    expect(refusedIn(answered('refused'))).toEqual(refused)
    expect(refusedIn(answered())).toBeNull()
    expect(refusedIn(answered('refused', 'granted'))).toBeNull()
    const again = { type: 'checkpoint', checkpoint: refused } as const
    expect(refusedIn(folder([fired], [again]).files.get('checkpoints/plan.json') ?? '')).toEqual(refused)
    expect(refusedIn('{"name": "plan"}')).toBeNull()
    expect(refusedIn('broken')).toBeNull()
  })
  it('MI-03 a checkpoint fires, waits, and no longer waits when it is answered', () => {
    const { names, files } = folder([fired])
    expect(names).toEqual([
      'checkpoints/.checkpoint-plan.fired',
      'checkpoints/checkpoint-plan.md',
      'checkpoints/plan.json',
    ])
    expect(files.get('checkpoints/checkpoint-plan.md')).toContain('harness grant plan')
    const answered = folder(
      [fired],
      [{ type: 'checkpoint-answered', name: 'plan', decision: 'refused', reason: 'too large' }],
    )
    expect(answered.names).toEqual(['checkpoints/.checkpoint-plan.fired', 'checkpoints/plan.json'])
    expect(JSON.parse(answered.files.get('checkpoints/plan.json') ?? '')).toMatchObject({
      name: 'plan',
      answer: { decision: 'refused', reason: 'too large' },
    })
  })
  it('MI-03 one that was refused waits again as the same firing, with what was said', () => {
    const again = { ...fired.checkpoint, reason: 'The plan was made anew.', refusals: ['too large'] }
    const { names, files } = folder(
      [fired],
      [{ type: 'checkpoint-answered', name: 'plan', decision: 'refused', reason: 'too large' }],
      [{ type: 'checkpoint', checkpoint: again }],
    )
    expect(names).toEqual([
      'checkpoints/.checkpoint-plan.fired',
      'checkpoints/checkpoint-plan.md',
      'checkpoints/plan.json',
    ])
    expect(files.get('checkpoints/checkpoint-plan.md')).toContain('- Refused before: too large\n')
    const first = JSON.parse(folder([fired]).files.get('checkpoints/plan.json') ?? '')
    expect(JSON.parse(files.get('checkpoints/plan.json') ?? '')).toEqual({
      ...first,
      reason: 'The plan was made anew.',
      refusals: ['too large'],
    })
  })
  it('MI-03 a grant that lies there before anything was asked goes when the checkpoint fires', () => {
    const early = 'checkpoints/checkpoint-plan.md.granted'
    const { changed } = editDocuments([fired], new Map([[early, 'yes']]))
    expect(changed).toContainEqual({ path: early, text: null })
  })
  it('MI-03 the names in the folder say what fired, what waits and what was granted', () => {
    expect(
      checkpointsIn(['.checkpoint-a.fired', 'checkpoint-b.md', 'checkpoint-c.md.granted', 'a.json', 'x']),
    ).toEqual({ fired: ['a'], waiting: ['b'], granted: ['c'] })
  })
  it('MI-14 the memory of an earlier mission is kept beside, once', () => {
    const said = (text: string): DocumentEdit => ({
      type: 'remember',
      entry: { source: text, role: 'worker', at: 0, text },
    })
    const { names, files } = folder(
      [said('One'), { type: 'curate', summary: 'S1', long: 'L1' }],
      [{ type: 'memory-aside', to: 'before-2' }, said('Two')],
    )
    expect(names).toEqual([
      'memory/before-2/MEMORY.md',
      'memory/before-2/raw.md',
      'memory/before-2/summary.md',
      'memory/raw.md',
    ])
    expect(files.get('memory/before-2/raw.md')).toContain('One')
    expect(files.get('memory/raw.md')).not.toContain('One')
  })
  it('MI-14 raw memory is appended to, summary and memory are replaced, identities only grow', () => {
    const entryOf = (source: string, text: string): DocumentEdit => ({
      type: 'remember',
      entry: { source, role: 'worker', at: 0, text },
    })
    const { files } = folder(
      [entryOf('work/F-001/1', '# One'), entryOf('work/F-001/2', 'Two')],
      [{ type: 'curate', summary: 'S1', long: 'L1' }],
      [
        { type: 'curate', summary: 'S2', long: 'L2' },
        { type: 'promote', role: 'worker', lines: ['Run the tests first.', 'Use  tabs.'] },
      ],
      [{ type: 'promote', role: 'worker', lines: ['Use tabs.', 'Read the README.'] }],
    )
    expect(files.get('memory/raw.md')).toBe(
      '## 1970-01-01T00:00:00.000Z worker (work/F-001/1)\n\\# One\n\n## 1970-01-01T00:00:00.000Z worker (work/F-001/2)\nTwo\n',
    )
    expect([files.get('memory/summary.md'), files.get('memory/MEMORY.md')]).toEqual(['S2\n', 'L2\n'])
    expect(files.get('identity/worker.md')).toBe('- Run the tests first.\n- Use tabs.\n- Read the README.\n')
  })
  it('MI-02 MI-10 plan reviews, escalations and debugging notes are files of their own', () => {
    const { files } = folder([
      { type: 'plan-review', verdict: 'reject', notes: ['No way back\nfrom a failed payment.'] },
      {
        type: 'escalation',
        escalation: { reason: 'Stuck.', feature: 'F-001', tried: ['a'], evidence: [], question: 'Which?' },
      },
      { type: 'debug', feature: 'F-001', text: 'It is the cache.' },
    ])
    expect(files.get('plan-review.md')).toBe('VERDICT: reject\n\n- No way back from a failed payment.\n')
    expect(files.get('escalation.md')).toContain('## The question\n\nWhich?')
    expect(files.get('debug/F-001.md')).toBe('It is the cache.\n')
  })
  it('MI-04 several edits of one file are made together, and the refused ones are named by their place', () => {
    const { files, refused } = folder(
      [plan],
      [
        { type: 'claim', id: 'VAL-GONE-001', status: 'PASS', evidence: '"x"' },
        { type: 'feature', id: 'F-001', was: 'todo', set: { status: 'in_progress' } },
        { type: 'claim', id: 'VAL-AUTH-001', status: 'PASS', evidence: '"x"' },
      ],
    )
    expect(refused).toEqual(['VAL-GONE-001 is no longer in the validation contract'])
    expect(files.get('features.json')).toContain('in_progress')
    expect(files.get('validation-contract.md')).toContain('[PASS]')
  })
  it('documents that people broke or took away are told, not mended', () => {
    const gone = editDocuments(
      [
        { type: 'feature', id: 'F-001', was: 'todo', set: {} },
        { type: 'claim', id: 'VAL-AUTH-001', status: 'PASS', evidence: '' },
      ],
      new Map(),
    )
    expect(gone).toEqual({
      changed: [],
      refused: [
        { edit: 0, reason: 'missing', detail: 'features.json is gone', problems: [] },
        { edit: 1, reason: 'missing', detail: 'the validation contract is gone', problems: [] },
      ],
    })
    const broken = new Map([['features.json', '{"features":']])
    expect(editDocuments([{ type: 'feature', id: 'F-001', was: 'todo', set: {} }], broken).refused).toEqual([
      { edit: 0, reason: 'edited', detail: 'features.json can no longer be read', problems: [] },
    ])
  })
})
