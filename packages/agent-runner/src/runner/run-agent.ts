/**
 * Runs one agent call on any provider: at most two turns, the second only to repair an answer that broke its
 * contract. Knows nothing of lanes, git or recordings.
 */
import type { AgentError, Spending } from '@harness/core/kernel/agent'
import { wholeText } from '@harness/core/kernel/envelope'
import type { OutputContract, ParsedAnswer } from './output-contract.ts'
import type { AgentEvent, AgentRequest, AgentResult, PriorTurns, Provider } from './provider.ts'
import { repairEnvelope } from './repair-envelope.ts'
import { addSpending } from './spending.ts'
import { watchedTurn } from './watched-turn.ts'

export type AgentCall = Omit<AgentRequest, 'schema' | 'priorTurns'>

/** Hears of every turn before it begins and of everything an agent does meanwhile. */
export interface TurnListener {
  /** `whole` is all that the agent knows. Answers with the turns of the run that came before this one. */
  turnBegins(turn: number, whole: string): Promise<PriorTurns>
  onEvent(event: AgentEvent): void
}

interface CallEnded {
  readonly text: string
  readonly session: string | null
  /** Of all turns together. */
  readonly spending: Spending
}

export type AgentCallResult<Output> =
  | (CallEnded & { readonly kind: 'answered'; readonly output: Output })
  | (CallEnded & { readonly kind: 'failed'; readonly error: AgentError })
  | (CallEnded & { readonly kind: 'contract-broken'; readonly problems: readonly string[] })

export async function runAgent<Output>(
  provider: Provider,
  call: AgentCall,
  contract: OutputContract<Output>,
  listener: TurnListener,
): Promise<AgentCallResult<Output>> {
  const endsAt = performance.now() + call.limits.wallMs
  const turn = async (number: number, asked: Asked): Promise<AgentResult> => {
    const priorTurns = await listener.turnBegins(number, asked.whole)
    const { images, ...rest } = call
    // Who is asked to repair an answer in the same session has seen them already.
    const shown = images === undefined || (number > 1 && asked.resume !== null) ? {} : { images }
    const request = { ...rest, ...shown, ...asked, schema: contract.jsonSchema, priorTurns }
    return watchedTurn(provider, request, endsAt, (event) => listener.onEvent(event))
  }

  const { envelope, resume, whole = wholeText(call) } = call
  const first = await turn(1, { envelope, resume, whole })
  const answer = answerOf(first, contract)
  if (answer.kind !== 'contract-broken') return { ...endOf(first), ...answer }

  listener.onEvent({ type: 'note', text: askedAgain(answer.problems) })
  const second = await turn(2, {
    envelope: repairEnvelope(envelope, first, answer.problems),
    resume: first.session,
    whole: repairEnvelope(whole, { ...first, session: null }, answer.problems),
  })
  return {
    ...endOf(second),
    ...orProse(answerOf(second, contract), first, second, contract),
    session: second.session ?? first.session,
    spending: addSpending(first.spending, second.spending),
  }
}

type Asked = Required<Pick<AgentRequest, 'envelope' | 'resume' | 'whole'>>

type Answer<Output> =
  | { readonly kind: 'answered'; readonly output: Output }
  | { readonly kind: 'failed'; readonly error: AgentError }
  | { readonly kind: 'contract-broken'; readonly problems: readonly string[] }

const mostProblems = 3

function askedAgain(problems: readonly string[]): string {
  const more = problems.length - mostProblems
  const told = [...problems.slice(0, mostProblems), ...(more > 0 ? [`and ${more} more`] : [])]
  return `the answer did not have the required form and was asked for again: ${told.join('; ')}`
}

/** Prose counts with its longer version: an agent may only point at what it said before. */
function orProse<Output>(
  answer: Answer<Output>,
  first: AgentResult,
  second: AgentResult,
  { prose }: OutputContract<Output>,
): Answer<Output> & { readonly text?: string } {
  if (answer.kind !== 'contract-broken') return answer
  const text = second.text.trim().length < first.text.trim().length ? first.text : second.text
  return prose === undefined || text.trim() === ''
    ? { ...answer, text }
    : { kind: 'answered', output: prose, text }
}

/** A provider that gave up on the schema has found a broken contract, like the parser here. */
function answerOf<Output>(result: AgentResult, contract: OutputContract<Output>): Answer<Output> {
  if (result.error?.kind === 'schema') return { kind: 'contract-broken', problems: [result.error.message] }
  if (result.error !== null) return { kind: 'failed', error: result.error }
  const parsed: ParsedAnswer<Output> = contract.parse(result.structured, result.text)
  return parsed.ok
    ? { kind: 'answered', output: parsed.output }
    : { kind: 'contract-broken', problems: parsed.problems }
}

const endOf = ({ text, session, spending }: AgentResult): CallEnded => ({ text, session, spending })
