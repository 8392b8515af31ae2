/**
 * Owns boxes that changed while an unconfined agent or check worked, and that the run did not change itself. Such a box
 * does not count before a person says that it was done by hand. Nothing starts until then.
 */
import type { GateAnswered } from '../../effects/ask-human.ts'
import type { DocumentsEdited } from '../../effects/edit-documents.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import type { Gate } from '../../kernel/gate.ts'
import { shortDigest } from '../../kernel/gate-answer.ts'
import { byHand, byHandChoices, vouchedFor } from '../../work/by-hand.ts'
import { nextId } from '../../work/dispatch.ts'
import { boxOf } from './box.ts'
import { putBackBoxes, readHandbook } from './documents.ts'
import type { Command } from './effects.ts'
import {
  askedByClose,
  closeId,
  type Handbook,
  type HandbookPrompt,
  handbookFile,
} from './handbook-document.ts'
import { placed } from './open-boxes.ts'
import { type Documents, type Doubt, type DoubtedBox, type HandbookState, noted } from './state.ts'

interface Box {
  /** Absent if a close has no box of its own. */
  readonly box: HandbookPrompt['box'] | undefined
  readonly name: string
  /** What the box stands for. */
  readonly text: string
  readonly line: number | undefined
}

function boxesIn({ prompts, phases }: Handbook): ReadonlyMap<string, Box> {
  const ofPrompts = prompts.map(({ id, box, boxLine, text }): [string, Box] => [
    id,
    { box, name: id, text, line: boxLine },
  ])
  const ofCloses = phases.flatMap(({ number, close }): [string, Box][] =>
    close === null
      ? []
      : [
          [
            closeId(number),
            { box: close.box, name: `Phase ${number} close`, text: askedByClose(close), line: close.line },
          ],
        ],
  )
  return new Map([...ofPrompts, ...ofCloses])
}

/** Boxes that others turned to done or deferred since the run read the handbook. */
function changedBoxes({ documents, flights }: HandbookState, now: Handbook): readonly DoubtedBox[] {
  if (documents === null) return []
  const [before, after] = [boxesIn(documents.handbook), boxesIn(now)]
  const ticking = new Set(
    flights.flatMap(({ step, task }) => (step.type === 'tick' ? [boxOf(task).promptId] : [])),
  )
  return [...after].flatMap(([id, { box, name, text, line }]): readonly DoubtedBox[] => {
    if (box === undefined || box === 'open' || ticking.has(id)) return []
    const was = before.get(id)?.box
    const isSettled = box === 'done' ? was !== 'done' : was === 'open'
    return isSettled ? [{ id, name, is: box, text, at: placed(name, line) }] : []
  })
}

/** After a look: the state whose documents may be taken over, or the question that comes first. */
export function withDoubts(
  before: HandbookState,
  now: Documents,
): { readonly type: 'sure' | 'asks'; readonly state: HandbookState } {
  const { doubt } = before
  const digest = now.digests.handbook ?? ''
  if (doubt?.next.type === 'accept' && doubt.digest === digest) {
    const { next } = doubt
    const vouched = doubt.boxes.map(({ name }) => vouchedFor(name, next.answer))
    return {
      type: 'sure',
      state: { ...before, doubt: null, vouched: [...before.vouched, ...vouched] },
    }
  }
  const isWatched = doubt !== null || before.watched.length > 0
  const boxes = isWatched ? changedBoxes(before, now.handbook) : []
  if (boxes.length === 0) return { type: 'sure', state: doubt === null ? before : { ...before, doubt: null } }
  const who = doubt?.who ?? before.watched
  const asking: Doubt = { boxes, digest, who, next: { type: 'ask' } }
  return { type: 'asks', state: { ...before, doubt: asking } }
}

export function doubtCommand(state: HandbookState, doubt: Doubt): Command {
  const { baseBranch } = state.input
  switch (doubt.next.type) {
    case 'ask':
      return { type: 'AskHuman', id: nextId(state, 'gate', 'handbook'), gate: doubtGate(doubt) }
    case 'put-back': {
      const id = nextId(state, 'put-back', 'handbook')
      return putBackBoxes(id, baseBranch, doubt.digest, doubt.boxes.filter(isTicked))
    }
    case 'accept':
    case 'look':
      return readHandbook(nextId(state, 'read', 'handbook'), baseBranch, state.documents?.digests)
  }
}

const isTicked = ({ is }: DoubtedBox): boolean => is === 'done'

/** An answer to an open doubt; the handbook is read again before it counts. */
export function doubtAnswered(state: HandbookState, { answer }: GateAnswered): HandbookState {
  const { doubt } = state
  if (doubt?.next.type !== 'ask') return state
  if (answer.choice === byHand) return { ...state, doubt: { ...doubt, next: { type: 'accept', answer } } }
  const next = doubt.boxes.some(isTicked) ? ({ type: 'put-back' } as const) : ({ type: 'look' } as const)
  return { ...state, doubt: { ...doubt, next } }
}

export function boxesPutBack(state: HandbookState, { refused }: DocumentsEdited): HandbookState {
  const { doubt } = state
  if (doubt?.next.type !== 'put-back') return state
  const told = refused.map(({ detail }) => `A box was not put back: ${detail}`)
  return noted({ ...state, doubt: { ...doubt, next: { type: 'look' } } }, ...told)
}

const fates = { done: 'is ticked', deferred: 'is deferred' } as const

export const doubtGate = ({ boxes, digest, who }: Doubt): Gate => ({
  name: 'done-without-record',
  question: `${boxes.map(({ name, is }) => `${name} ${fates[is]}`).join(', ')} in ${handbookFile} (${shortDigest(digest)}), and the run has no record of it. Did a person do that?`,
  detail: [
    `Changed while these worked: ${who.join(', ')}. They are not confined, so the run cannot tell who changed it.`,
    ...boxes.map(({ at, is }) => `- ${at} ${fates[is]}`),
  ].join('\n'),
  choices: byHandChoices({
    onByHand:
      'the run takes the handbook as it is; its report and last lines list this as by hand, with your reason',
    onPutBack: 'the run unticks the boxes and carries the prompts out; take "(deferred)" out yourself, first',
  }),
  digest,
  exitCode: exitCode.escalated,
})
