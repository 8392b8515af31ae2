/** Asks the agent of a call; when it answers, no process of its is left and neither a secret nor a control sequence is in what it said. */
import type { ParsedAnswer } from '@harness/agent-runner/runner/output-contract'
import { withAbsolutePath } from '@harness/agent-runner/runner/program-path'
import { runAgent } from '@harness/agent-runner/runner/run-agent'
import { isInPlace, workFolder } from '../../../machine/git/lane-dirs.ts'
import { endTree } from '../../../machine/process/end-tree.ts'
import { allowedEnvironment } from '../../../machine/process/environment.ts'
import { laneStrays } from '../../../machine/process/lane-strays.ts'
import {
  childrenOf,
  type ProcessEntry,
  processTagName,
  readTag,
} from '../../../machine/process/process-table.ts'
import { cleaning } from '../../../machine/redaction/cleaning.ts'
import { redactValue } from '../../../machine/redaction/redact-value.ts'
import { laneVariables } from '../../lanes/lane-environment.ts'
import { extensionsOfCall } from '../extensions/extensions-of-call.ts'
import { type AgentAnswer, type AgentCall, modeThere } from './agent-call.ts'
import { recordingTurns } from './recorded-turn.ts'

/** A provider has ended its processes when it answers; what is left had its time. */
const sweepGraceMs = 200

export async function askAgent(call: AgentCall, signal: AbortSignal): Promise<AgentAnswer> {
  const { command, agent, place, recording, ports } = call
  const clean = cleaning(ports.redact)
  const tag = `${ports.processTag}/${command.id}`
  const contract = ports.contract(command.contract)
  // An agent's program runs git and others by itself, beside its log-in or outside of its shell's sandbox.
  const env = withAbsolutePath(
    allowedEnvironment(ports.environment, ports.agentEnv, { ...laneVariables(place), [processTagName]: tag }),
  )
  const extensions = await extensionsOfCall(command, agent.provider, env, ports)
  const { known: _, ...told } = call.telling
  const request = {
    role: command.role,
    mode: modeThere(command),
    ...told,
    ...(call.images === undefined ? {} : { images: call.images }),
    cwd: workFolder(place.path),
    model: agent.model,
    ...(typeof agent.effort === 'string' ? { effort: agent.effort } : {}),
    limits: command.limits,
    env,
    ...(extensions === null ? {} : { extensions }),
    signal,
  }
  const parseRedacted = (structured: unknown, text: string): ParsedAnswer<unknown> =>
    contract.parse(redactValue(structured, clean), clean(text))
  const isOurs = (other: string): boolean => other === tag || other.startsWith(`${tag}/`)
  const isConfined = ports.sandbox.kind === 'bubblewrap'
  // In the checkout itself, processes without the tag are the user's.
  const strays = isConfined || isInPlace(place.path) ? null : laneStrays(place.path)
  try {
    const provider = recordingTurns(agent.provider, ports.runDir, command.id, clean, call.answered)
    const answer = await runAgent(provider, request, { ...contract, parse: parseRedacted }, recording)
    return redactValue(answer, clean)
  } finally {
    // The processes of a sandbox end with its first one, which is a child of this process.
    const left = isConfined ? { isOurs: null, inside: childrenTagged(isOurs) } : { isOurs }
    await endTree({ group: null, ...left }, sweepGraceMs)
    await strays?.end(sweepGraceMs)
  }
}

const childrenTagged = (isOurs: (tag: string) => boolean): readonly ProcessEntry[] =>
  childrenOf(process.pid).filter(({ pid, zombie }) => !zombie && isOurs(readTag(pid) ?? ''))
