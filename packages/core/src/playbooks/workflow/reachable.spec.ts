/**
 * Every reachable state of a workflow: all that can come of each command, and every answer of a person, from every state.
 * Two states are the same if nothing that decides sets them apart: phase, counters, results, the auto-fix, the seats.
 */
import { expect, it } from 'vitest'
import { asCommitHash, asTreeHash } from '../../kernel/ids.ts'
import { spending } from '../../test-support/outcomes.ts'
import type { FirstLine } from '../../work/first-line.ts'
import { autofixStates, autofixTable, isAttempted } from './autofix.ts'
import type { AgentFinished, Command, Event, RunAgent } from './effects.ts'
import type { StepName, WorkflowInput } from './input.ts'
import type { WorkflowState } from './state.ts'
import { patchText } from './test-support/by-itself.ts'
import { plainInput, playbook } from './test-support/plain-input.ts'

const at = 1_000

interface Step {
  readonly before: WorkflowState
  readonly event: Event
  readonly after: WorkflowState
}

function* reachable(input: WorkflowInput, untils: readonly (StepName | null)[]): Generator<Step> {
  const first = playbook.initialState(input)
  const seen = new Set([keyOf(first)])
  const queue = [first]
  for (const before of queue)
    for (const event of eventsIn(before, untils)) {
      const after = playbook.evolve(before, event)
      yield { before, event, after }
      if (seen.has(keyOf(after))) continue
      seen.add(keyOf(after))
      queue.push(after)
    }
}

/** What people were told, wrote and read, and when, decides nothing; nor does a report of before, once agents work again. */
const keyOf = (state: WorkflowState): string => {
  const { at: place, autofix, layer1, layer2, round, result, hurdle, until, spec, patch, qa, failed } = state
  const held =
    place.phase === 'work'
      ? [
          place.work,
          ...place.seats.map((seat) => [
            seat.hurdle?.type,
            seat.objection === null,
            seat.text === null,
            seat.retries.again,
            seat.lane === null,
          ]),
        ]
      : Object.entries(place).filter(([name]) => name !== 'edits' && name !== 'evidence')
  const passed = 'evidence' in place ? place.evidence.map(({ exitCode }) => exitCode) : []
  const judged = place.phase === 'work' ? [] : [qa?.result, qa?.layer, state.report?.result]
  return JSON.stringify([
    [place.phase, held, passed, autofix, layer1, layer2, round, result, hurdle?.type, until],
    [spec === null, spec?.approved === spec?.digest, spec?.wanted === null],
    [patch === null, patch?.digest === null, failed, judged],
  ])
}

/** `untils`: the steps that a person who resumes may name. */
function eventsIn(state: WorkflowState, untils: readonly (StepName | null)[]): readonly Event[] {
  const decision = playbook.decide(state)
  if (decision.type === 'end')
    return decision.end.resumable ? untils.map((until) => ({ type: 'RunResumed', at, until })) : []
  const resumed: Event = { type: 'RunResumed', at, until: null }
  return [...decision.commands.flatMap(eventsOf), resumed]
}

function eventsOf(command: Command): readonly Event[] {
  const base = { at, commandId: command.id }
  const standing = { commit: asCommitHash('c'), tree: asTreeHash('t') }
  const cannot: Event = { ...base, type: 'CommandFailed', code: 'disk', detail: 'full', next: 'free it' }
  switch (command.type) {
    case 'OpenLane': {
      const { lane, branch } = command
      return [
        {
          ...base,
          type: 'LaneOpened',
          lane,
          branch,
          path: '/lane',
          baseCommit: standing.commit,
          ...standing,
        },
      ]
    }
    case 'RunAgent':
      return callsOf(command)
    case 'AskHuman':
      return command.gate.choices.map(({ name, words }) => ({
        ...base,
        type: 'GateAnswered',
        answer: {
          choice: name,
          reason: words === 'none' ? '' : 'default',
          by: 'ana',
          ...(command.gate.digest === null ? {} : { digest: command.gate.digest }),
        },
      }))
    case 'ReadDocuments':
      return [{}, { spec: 'another' }, { spec: null }].map(
        (told: Readonly<Record<string, string | null>>) => ({
          ...base,
          type: 'DocumentsRead',
          documents: Object.fromEntries(
            Object.keys(command.files).map((name) => {
              const known = command.known[name] ?? null
              const text = told[name] === undefined ? (known === null ? null : known) : told[name]
              return [
                name,
                {
                  digest: text ?? 'none',
                  changed: text === known && known !== null ? null : text === null ? null : { content: text },
                },
              ]
            }),
          ),
        }),
      )
    case 'EditDocuments': {
      const digests = Object.fromEntries(command.edits.map(({ document }) => [document, 'd']))
      const refused = { edit: 0, reason: 'edited' as const, detail: 'edited', problems: [] }
      return [
        { ...base, type: 'DocumentsEdited', digests, written: [], refused: [] },
        { ...base, type: 'DocumentsEdited', digests, written: [], refused: [refused] },
      ]
    }
    case 'MeasureChange':
      return [
        {
          ...base,
          type: 'ChangeMeasured',
          files: [{ path: 'src/sum.ts', added: 1, removed: 0, how: 'modified' }],
        },
      ]
    case 'RunChecks':
      return [0, 1].map((exitCode) => ({
        ...base,
        type: 'ChecksFinished',
        tree: command.tree,
        evidence: command.checks.map(({ name, run }) => ({
          check: name,
          run,
          tree: command.tree,
          exitCode,
          problem: null,
          outputDigest: '',
          outputTail: 'src/sum.ts:1 error',
          durationMs: 1,
          claims: [],
        })),
      }))
    case 'ScanFiles':
      return [{ ...base, type: 'FilesScanned', count: 0, marks: [] }]
    case 'ApplyPatch':
      return [
        { ...base, type: 'PatchApplied', ...standing, changedFiles: [] },
        ...(['path', 'hunk'] as const).map((reason) => ({
          ...base,
          type: 'PatchRefused' as const,
          reason,
          detail: reason,
        })),
        cannot,
      ]
    case 'CommitChange':
      return [{ ...base, type: 'ChangeCommitted', ...standing, unstaged: [] }, cannot]
    case 'MergeLane':
      return [
        { ...base, type: 'LaneMerged', ...standing, evidence: [], size: null, by: 'harness' },
        { ...base, type: 'MergeRefused', reason: 'conflict', detail: 'conflict' },
      ]
    case 'CleanUp':
      return [
        { ...base, type: 'CleanedUp', removed: [] },
        { ...base, type: 'CleanUpRefused', path: 'a', why: 'a link' },
      ] as Event[]
    case 'CloseLane':
      return [{ ...base, type: 'LaneClosed', kept: null }]
    case 'WakeAt':
      return [{ ...base, type: 'TimerFired' }]
  }
}

/** A good answer and each bad one that the role can give, a failed call of each kind, and a broken contract. */
function callsOf(command: RunAgent): readonly Event[] {
  const { id, role, contract } = command
  const base = { at, commandId: id, role }
  const [path] = command.artifacts ?? []
  const finished = (parsed: FirstLine | null, text: string | null): AgentFinished => ({
    ...base,
    type: 'AgentFinished',
    text: '',
    contract,
    answer: { kind: 'line', line: 'said', parsed },
    spending: spending(),
    providerSession: null,
    commit: asCommitHash('c'),
    tree: asTreeHash('t'),
    changedFiles: command.commitMessage === null ? [] : ['src/sum.ts'],
    violation: null,
    artifacts: path === undefined || text === null ? {} : { [path]: text },
  })
  const failed = (['unknown', 'auth'] as const).map((kind) => ({
    ...base,
    type: 'AgentFailed' as const,
    error: { kind, message: kind },
    spending: spending(),
  }))
  const broken = {
    ...base,
    type: 'ContractBroken' as const,
    contract: contract ?? '',
    problems: ['no'],
    text: '',
    spending: spending(),
  }
  return [
    ...answersOf(role).map(([parsed, text]) => finished(parsed, text)),
    finished(null, null),
    ...failed,
    broken,
  ]
}

function answersOf(role: string): readonly (readonly [FirstLine | null, string])[] {
  if (role === 'workflow/evaluator')
    return (['PASS', 'FAIL L2', 'FAIL L3', 'FAIL'] as const).flatMap((verdict) =>
      ['PASS', 'FAIL'].map(
        (written) => [{ type: 'verdict', verdict, summary: '' }, `### Verdict: ${written}\n`] as const,
      ),
    )
  if (role === 'workflow/auto-fix-proposer')
    return [
      [{ type: 'written', what: 'patch', confidence: 'High', summary: '' }, patchText()],
      [{ type: 'written', what: 'patch', confidence: 'Low', summary: '' }, patchText('../../etc/passwd')],
      [null, 'no hunk'],
    ]
  return [[{ type: 'written', what: 'spec', criteria: null, edgeCases: null }, 'text']]
}

const gateOf = (state: WorkflowState) => {
  const decision = playbook.decide(state)
  const [first] = decision.type === 'end' ? [] : decision.commands
  return first?.type === 'AskHuman' ? first.gate : null
}

it.each([
  [
    'single, in two rounds',
    { ...plainInput, maxRounds: 2 },
    [null],
    ['verdict-gate', 'over', 'clean', 'stopped'],
  ],
  ['single, step by step', { ...plainInput, maxRounds: 1 }, [null, 'verify'], ['rest', 'stopped', 'over']],
  [
    'standard, merged in the end',
    { ...plainInput, mode: 'standard', maxRounds: 1, merge: true },
    [null],
    ['merge'],
  ],
] as const)('WF-12 I1 to I4 and the limits hold in every reachable state: %s', (_, input, untils, wanted) => {
  const reached = new Set<string>()
  const phases = new Set<string>()
  const wrong = new Set<string>()
  for (const { before, event, after } of reachable(input, untils)) {
    reached.add(after.autofix)
    phases.add(after.at.phase)
    const rule = (holds: boolean, name: string): void => {
      if (!holds)
        wrong.add(
          `${name}: ${before.at.phase}, ${before.autofix} → ${event.type} → ${after.at.phase}, ${after.autofix}`,
        )
    }
    const isMove = Object.values(autofixTable[before.autofix]).includes(after.autofix)
    // A patch with a refused path is decided about and fails in one step.
    const isDecidedAndFailed = before.autofix === 'proposed' && after.autofix === 'failed'
    rule(before.autofix === after.autofix || isMove || isDecidedAndFailed, 'the table is closed')
    rule(!isAttempted(before.autofix) || isAttempted(after.autofix), 'I1: an attempt is never given back')
    if (!isAttempted(before.autofix) && isAttempted(after.autofix))
      rule(
        ['autofix-gate', 'work'].includes(before.at.phase),
        'I1: the second gate, or a missing patch, uses it up',
      )
    const gate = gateOf(after)
    if (gate?.name === 'verify')
      rule(
        gate.choices.some(({ name }) => name === 'auto-fix') === (after.autofix === 'idle'),
        'I2: it is offered only while nothing of it has begun',
      )
    if (event.type === 'RunResumed' && before.autofix === 'proposed' && before.at.phase === 'autofix-gate')
      rule(gate?.name === 'auto-fix', 'I3: resuming opens the second gate')
    if (after.autofix === 'stopped' && before.autofix !== 'stopped')
      rule(after.layer1.retries === before.layer1.retries, 'I4: it counts no retry')
    rule(after.layer1.retries <= 3 && after.layer2.retries <= 2, 'I4: retries are limited')
    rule(after.round <= input.maxRounds, 'rounds are limited')
    rule(after.at.phase !== 'commit' || after.result !== null, 'completed carries a result')
  }
  expect([...wrong]).toEqual([])
  expect([...reached].sort()).toEqual([...autofixStates].sort())
  expect([...phases]).toEqual(expect.arrayContaining([...wanted]))
})
