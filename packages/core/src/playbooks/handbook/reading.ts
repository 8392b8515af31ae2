/** What a handbook's run makes of its documents when it has read them again: continues with what waits, or chooses again. */
import type { Reread } from '../../effects/reread.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { stop } from '../../kernel/hurdle.ts'
import { invariant } from '../../kernel/invariant.ts'
import { looked } from '../../work/watch.ts'
import { choose, chosen, handbookOf, withPrediction } from './choosing.ts'
import { type HandbookRead, missingFiles, missingWords } from './documents.ts'
import { withDoubts } from './doubt.ts'
import { doneBefore, endOf } from './endings.ts'
import { halted } from './halts.ts'
import { askedByClose, type Handbook, type HandbookPhase, type HandbookPrompt } from './handbook-document.ts'
import { limitReached } from './limits.ts'
import { closedBefore, firstOpen, isDoneBefore } from './order.ts'
import { craftingPrompt } from './pairs.ts'
import {
  begunAfter,
  type Documents,
  type Flight,
  type HandbookState,
  isStopped,
  leftBehind,
  letGo,
  newFlight,
  noted,
  nothingTried,
  outdated,
  type Part,
  shutting,
  subjectOf,
  type Task,
  withFlight,
  worktreeLeft,
} from './state.ts'
import { worksInWorktree } from './verbs.ts'
import { checksOf } from './verification.ts'

export function handbookRead(known: HandbookState, event: HandbookRead): HandbookState {
  const missing = missingFiles(event)
  if (missing.length > 0)
    return { ...known, hurdle: stop({ exitCode: exitCode.halted, ...missingWords(missing) }) }
  const documents = documentsOf(known.documents, event)
  const { type, state } = withDoubts(known, documents)
  return type === 'asks' ? looked(state) : documentsTaken(looked(state), documents, event.at)
}

function documentsTaken(before: HandbookState, documents: Documents, at: number): HandbookState {
  const first = before.documents === null
  const reopened = editedMeanwhile(before, documents.handbook)
  const current = noted(
    {
      ...before,
      documents,
      isUnread: false,
      justClosed: null,
      flights: before.flights.map(outdated),
      closed: first
        ? closedBefore(documents.handbook, before.input.adopted)
        : stillClosed(before, documents.handbook).filter((phase) => phase !== reopened),
    },
    ...(first ? openingNotes(before, documents.handbook) : []),
    ...newWarnings(before, documents.handbook),
    ...removalNotes(before, documents.handbook),
    ...(reopened === null
      ? []
      : [`The close of Phase ${reopened} was edited while it was judged: it is asked again.`]),
  )
  const known =
    before.isUnread === true
      ? current.flights
          .filter(mayBeSettled)
          .reduce((state, flight) => checkedAgain(state, flight, at), current)
      : current
  const waiting = known.flights.filter(isReady)
  const { adopted } = known.input
  if (first && adopted !== null && isDoneBefore(documents.handbook, adopted))
    return { ...known, iteration: adopted.iteration, ending: doneBefore }
  if (known.ending !== null) return waiting.reduce(letGo, known)
  if (isStopped(known)) return waiting.reduce((state, flight) => withFlight(state, parked(flight)), known)
  if (known.final !== null && chosen(known).type === 'finish')
    return halted(waiting.reduce(letGo, known), endOf(known, documents.handbook), at)
  const foreseen = withPrediction(known)
  const ending = limitReached(foreseen, at, firstOpen(documents.handbook) !== null)
  if (ending !== null) return halted(waiting.reduce(letGo, foreseen), ending, at)
  const goingOn = waiting.reduce((state, flight) => takeUp(state, flight, at), known)
  return goingOn.flights.length === 0 ? choose(goingOn, at) : goingOn
}

/** What people do to the box of a close counts, as with any other box: also one that was not there before. */
function stillClosed({ closed, documents }: HandbookState, now: Handbook): readonly number[] {
  const boxIn = (phases: Handbook['phases'] | undefined, number: number) =>
    phases?.find((phase) => phase.number === number)?.close?.box
  const ticked = now.phases
    .filter(
      ({ number, close }) => close?.box === 'done' && boxIn(documents?.handbook.phases, number) !== 'done',
    )
    .map(({ number }) => number)
  return [...new Set([...closed.filter((number) => boxIn(now.phases, number) !== 'open'), ...ticked])]
}

/** The phase that has just closed and asks for something else by now; null if there is none. */
function editedMeanwhile({ justClosed }: HandbookState, now: Handbook): number | null {
  if (justClosed == null) return null
  const close = now.phases.find(({ number }) => number === justClosed.phase)?.close
  return close == null || askedByClose(close) === justClosed.asked ? null : justClosed.phase
}

export const isReady = ({ step, hurdle }: Flight): boolean => step.type === 'ready' && hurdle === null

/** Waits for no time at all, but not before the run is taken up again. */
const parked = (flight: Flight): Flight => ({
  ...flight,
  hurdle: { type: 'sleep', until: 0, why: 'the run stood still' },
})

function documentsOf(known: Documents | null, event: HandbookRead): Documents {
  const content = <Content>(reread: Reread<Content>, before: Content | undefined): Content => {
    if (reread.changed !== null) return reread.changed.content
    invariant(before !== undefined, 'an unchanged document is known')
    return before
  }
  const { handbook, product, design } = event.documents
  return {
    handbook: there(content(handbook, known?.handbook)),
    product: there(content(product, known?.product)),
    design: content(design, known?.design),
    digests: { handbook: handbook.digest, product: product.digest, design: design.digest },
  }
}

function there<Content>(content: Content | null): Content {
  invariant(content !== null, 'a run with a missing document stops')
  return content
}

/** What is said first of all, when the documents are read for the first time. */
export function openingNotes(state: HandbookState, handbook: Handbook): readonly string[] {
  const next = firstOpen(handbook)
  const isFresh = state.input.adopted === null && handbook.prompts.every(({ box }) => box !== 'done')
  const where =
    next === null ? [] : [isFresh ? `Starting fresh at prompt ${next.id}.` : resuming(state, next)]
  return [...where, ...(handbook.hasSkeleton ? [] : ['Skeleton absent: fallback envelope-only mode.'])]
}

/** What is said when a run is taken up again that has read its documents before. */
export function resumingNotes(state: HandbookState): readonly string[] {
  const next = state.documents === null ? null : firstOpen(state.documents.handbook)
  return next === null ? [] : [resuming(state, next)]
}

const resuming = ({ iteration: { iteration, maxIterations } }: HandbookState, next: HandbookPrompt): string =>
  `Resuming at prompt ${next.id} (iter ${iteration}/${maxIterations}) in Phase ${next.phase}.`

/** What a person took out of the handbook is not carried out: the report names it. */
const removalNotes = ({ documents }: HandbookState, { prompts }: Handbook): readonly string[] =>
  (documents?.handbook.prompts ?? [])
    .filter(({ id, box }) => box === 'open' && prompts.every((one) => one.id !== id))
    .map(({ id }) => `${id} was removed from the handbook while its box was open.`)

const newWarnings = ({ notes }: HandbookState, { warnings }: Handbook): readonly string[] =>
  warnings.filter((warning) => !notes.includes(warning))

const beforeMerge: ReadonlySet<Flight['step']['type']> = new Set(['measure', 'verify', 'merge'])

/** What no process works on just now, and has come further than a reading goes back to by itself. */
export const mayBeSettled = ({ step, hurdle }: Flight): boolean =>
  hurdle === null ? beforeMerge.has(step.type) : hurdle.type === 'sleep'

/** Goes on as it was, or is let go of: a change is merged only for a prompt that is as it was carried out. */
function checkedAgain(state: HandbookState, flight: Flight, at: number): HandbookState {
  const { task, step } = flight
  if (task.type !== 'prompt') return isStillDue(state, task) ? state : putOff(state, flight)
  const prompt = handbookOf(state).prompts.find(({ id }) => id === task.prompt.id)
  if (prompt?.box !== 'open') return settled(state, flight, prompt)
  if (!beforeMerge.has(step.type)) return state
  if (prompt.text !== task.prompt.text)
    return noted(
      letGo(state, flight),
      `${prompt.id} was edited by a person while it was under way; it is carried out again.`,
    )
  const crafting = craftingPrompt(handbookOf(state), prompt)
  if (task.crafting === null || crafting?.text === task.crafting.text) return state
  return crafting === null
    ? uncrafted(state, flight)
    : craftedAnew(state, { ...flight, task: { ...task, crafting } }, crafting, at)
}

/** Its brief stands; what the old text made stays, and the time names another worktree. */
function craftedAnew(
  state: HandbookState,
  flight: Flight,
  crafting: HandbookPrompt,
  at: number,
): HandbookState {
  const note = `${crafting.id} was edited by a person; ${subjectOf(flight.task)} is crafted again by the new text.`
  const left = noted(leftBehind(state, flight), note)
  const restarted = begunAfter(left, newFlight(flight.task, { type: 'ready', part: 'craft' }, at))
  return withFlight(left, { ...restarted, redispatched: flight.redispatched, brief: flight.brief })
}

const putOff = (state: HandbookState, flight: Flight): HandbookState =>
  noted(letGo(state, flight), `${subjectOf(flight.task)} is put off: the handbook was edited meanwhile.`)

const settled = (state: HandbookState, flight: Flight, prompt: HandbookPrompt | undefined): HandbookState =>
  noted(
    letGo(state, flight),
    `${subjectOf(flight.task)} was ${prompt === undefined ? 'taken away' : 'settled'} by a person while it was under way.`,
  )

/** The prompt as it is now; one that a person took away or ticked meanwhile is let go of. */
function takeUp(state: HandbookState, flight: Flight, at: number): HandbookState {
  if (flight.step.type !== 'ready') return state
  const { task, step } = flight
  const dispatch = (now: Flight, next: HandbookState = state): HandbookState =>
    withFlight(next, { ...now, readAt: at, step: stepTo(state, now, step.part) })
  if (task.type !== 'prompt') return isStillDue(state, task) ? dispatch(flight) : putOff(state, flight)
  const handbook = handbookOf(state)
  const prompt = handbook.prompts.find(({ id }) => id === task.prompt.id)
  if (prompt?.box !== 'open') return settled(state, flight, prompt)
  const now = { ...flight, task: { ...task, prompt, crafting: craftingPrompt(handbook, prompt) } }
  if (prompt.text !== task.prompt.text) {
    const told = noted(state, `${prompt.id} was edited by a person; the next agent gets the new text.`)
    const lighter = unburdened(now)
    return step.part === 'work' ? dispatch(lighter, told) : shapedAnew(told, lighter)
  }
  return step.part === 'craft' && now.task.crafting === null ? uncrafted(state, now) : dispatch(now)
}

/** What another text came to, and failed at, is none of this one's. */
const unburdened = (flight: Flight): Flight => ({ ...flight, ...nothingTried })

function shapedAnew(state: HandbookState, before: Flight): HandbookState {
  const step = { type: 'ready', part: 'work' } as const
  const flight = { ...before, step }
  return flight.lane === null ? withFlight(state, flight) : withFlight(state, shutting(flight, step))
}

/** Its brief stands, and there is nothing more to do to it: what was crafted is none of its result. */
const uncrafted = (state: HandbookState, flight: Flight): HandbookState =>
  withFlight(
    noted(
      state,
      `${subjectOf(flight.task)} is not crafted: there is no craft pass any more.`,
      ...worktreeLeft(flight),
    ),
    {
      ...flight,
      lane: null,
      summaries: flight.brief === null ? flight.summaries : [flight.brief],
      isEmpty: false,
      change: [],
      evidence: [],
      step: { type: 'tick' },
    },
  )

/** Whether a close or the end would still come next, and ask for the same. */
function isStillDue(state: HandbookState, task: Exclude<Task, { type: 'prompt' }>): boolean {
  const step = chosen(state)
  if (task.type === 'final' || step.type !== 'close') return task.type === 'final' && step.type === 'finish'
  return step.phase.number === task.phase.number && asked(step.phase) === asked(task.phase)
}

/** An unticked close is shown again as a whole. */
const asked = ({ close }: HandbookPhase): string | null =>
  close === null ? null : `${close.box ?? ''} ${askedByClose(close)}`

/** A lane is kept over retries, and a brief is judged in the lane that it was written in. The commands of a close come first. */
export function stepTo({ input }: HandbookState, flight: Flight, part: Part): Flight['step'] {
  if (flight.lane === null) return { type: 'open', part }
  const isUnshown = flight.task.type === 'close' && flight.evidence.length === 0
  return isUnshown && checksOf(input, flight).length > 0 ? { type: 'verify' } : { type: 'agent', part }
}

export const needsWorktree = (task: Task, part: string): boolean =>
  task.type === 'prompt' && (part === 'craft' || (part === 'work' && worksInWorktree(task.prompt)))
