/** Tells of one run that a command attends: of its gates as they open, and of its end. */
import { isAskHuman, isGateAnswered } from '@harness/core/effects/ask-human'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { endNotice, gateNotice } from '@harness/core/work/notices'
import { type Notices, openNotices } from '@harness/shell/effects/people/notices/notices'
import { secretsOf } from '@harness/shell/engine/conduct/secrets-of'
import type { ToldResult } from '@harness/shell/engine/registration'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { createRedactor } from '@harness/shell/machine/redaction/redactor'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { openRunStore } from '@harness/shell/store/open-run-store'
import type { CommandContext } from '../../line/command.ts'
import type { RunTarget } from '../../line/face.ts'
import { unansweredGates } from '../open-gate.ts'

export interface AttendedNotices {
  /** `run` is the name of the run. */
  hear(run: string, event: AnyEvent): void
  /** Resolves when what is to be told was tried. */
  rested(result: ToldResult): Promise<void>
  close(): void
}

/** Who sits at the terminal and answers within this hears only the bell, and nothing of a run that took no longer. */
const patienceMs = 60_000
/** A command ends all the same if a webhook does not answer. */
const lastMs = 12_000

/** `asks`: a person at this terminal is asked. */
export function attendNotices(context: CommandContext, target: RunTarget, asks: boolean): AttendedNotices {
  const notices = context.notices ?? noticesHere(context, target)
  const startedAt = systemClock.now()
  const isBrief = (): boolean => asks && systemClock.now() - startedAt < patienceMs
  const waiting = new Map<string, AbortController>()
  let telling: Promise<unknown> =
    context.notices === undefined ? quietly(notices.takeUpLeft()) : Promise.resolve()
  const also = (work: () => Promise<void>): void => {
    telling = Promise.all([telling, quietly(work())])
  }
  return {
    hear(run, event) {
      if (isGateAnswered(event)) waiting.get(event.commandId)?.abort()
      if (!isRunEvent(event, 'CommandIssued') || !isAskHuman(event.command)) return
      const notice = gateNotice(run, event.command, event.at)
      if (!asks) return also(() => notices.tell(notice))
      const answered = new AbortController()
      waiting.set(event.command.id, answered)
      also(() => notices.ring(notice))
      const late = systemClock.until(systemClock.now() + patienceMs, answered.signal)
      late.then(() => also(() => notices.tell(notice))).catch(() => {})
    },
    async rested(result) {
      const run = `${result.subject}-${result.runId}`
      for (const each of waiting.values()) each.abort()
      if (result.rest.type === 'waiting') {
        // Also if the process that opened the gate was killed before it could tell.
        const journal = await openRunStore(target.stateDir).read(result)
        for (const asked of unansweredGates(journal?.events ?? []))
          also(() => notices.tell(gateNotice(run, asked, systemClock.now())))
      }
      if (result.rest.type === 'ended' && context.notices === undefined) {
        const notice = endNotice(run, result.rest.end, systemClock.now())
        if (notice !== null && !isBrief()) also(() => notices.tell(notice))
      }
      await telling
      if (context.notices === undefined) await notices.tried(lastMs)
    },
    close() {
      for (const each of waiting.values()) each.abort()
      if (context.notices === undefined) notices.close()
    },
  }
}

/** What is told must not stop the work: a full disk is told by the run itself. */
const quietly = (work: Promise<void>): Promise<void> => work.catch(() => {})

function noticesHere({ terminal, env }: CommandContext, { root, stateDir, config }: RunTarget): Notices {
  let redact: Promise<(text: string) => string> | null = null
  const sanitiser = (): Promise<(text: string) => string> => {
    redact ??= secretsOf({ repoRoot: root, config, environment: env }).then((secrets) =>
      createRedactor({ secrets }),
    )
    return redact
  }
  return openNotices({
    stateDir,
    place: { repoRoot: root, writable: config.sandbox.write, environment: env },
    allowed: config.lanes.env,
    clock: systemClock,
    config: async () => config.notify,
    sanitiser,
    ring: terminal.ring,
    say: (line) => terminal.note(stripControl(`Note: ${line}`)),
  })
}
