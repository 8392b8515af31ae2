/** Owns the routes of runs of every playbook: lists, details, events, transcripts, and gates with their answers. */
import { isRunAgent } from '@harness/core/effects/run-agent'
import { isRunEvent } from '@harness/core/kernel/event'
import { answerTo, objectionTo } from '@harness/core/kernel/gate-answer'
import { UserError } from '@harness/core/kernel/user-error'
import { answerWord } from '@harness/formats/records/inbox-word'
import { readTranscript, transcriptFile } from '@harness/shell/effects/agents/call/read-transcript'
import { folderOfRun } from '@harness/shell/store/layout/run-folder'
import { openRunStore } from '@harness/shell/store/open-run-store'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'
import { placeOf } from './event-hub.ts'
import { gatesOf, type OpenGate, openGates, shownGate } from './open-gates.ts'
import { isOwnPath, isOwnRun, ownRunNamed } from './own-files.ts'
import { type Answer, type Asked, json, problem, type Route, type Serving } from './route.ts'

const mostRuns = 1_000

const unknownRun = (name: string): Answer =>
  problem(404, 'run-unknown', `No run is called ${JSON.stringify(name)}.`, 'GET /runs lists them')

const withRun = async (
  { params: { run = '' } }: Asked,
  { outside }: Serving,
  answer: (run: KnownRun, runs: RunStore) => Promise<Answer>,
): Promise<Answer> => {
  const runs = openRunStore(outside.stateDir)
  const found = await ownRunNamed(outside.stateDir, runs, run)
  return found === null ? unknownRun(run) : answer(found, runs)
}

const shownRun = ({ subject, runId, summary }: KnownRun) => ({
  run: `${subject}-${runId}`,
  subject,
  runId,
  ...summary,
})

const unknownEvent = problem(
  400,
  'event-id-invalid',
  'Last-Event-ID is no id of an event of this stream.',
  'Ask without it: all events are sent again.',
)

const resumes = { 'Last-Event-ID': 'The id of the last event that was received: only later ones are sent.' }

const follow = async (run: string | null, { headers }: Asked, server: Serving): Promise<Answer> => {
  const place = placeOf(headers['last-event-id']?.toString())
  if (place === null) return unknownEvent
  const hub = await server.hubOf(run)
  if (hub === null) return unknownRun(run ?? '')
  return {
    type: 'stream',
    follow: async (client) => ((await hub.join(client, place)) ? null : unknownEvent),
  }
}

export const runRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/runs',
    summary: 'Runs of every playbook, newest first.',
    async handle(_asked, { outside }) {
      const runs = await openRunStore(outside.stateDir).list()
      const latest = runs.slice(0, mostRuns).filter((run) => isOwnRun(outside.stateDir, run))
      return json({ runs: latest.map(shownRun), total: runs.length })
    },
  },
  {
    method: 'get',
    path: '/runs/{run}',
    summary: 'All about one run: summary, report, open gates.',
    handle: (asked, server) =>
      withRun(asked, server, async (run, runs) =>
        json({
          ...shownRun(run),
          ...(await runs.reportOf(run)),
          gates: (await gatesOf(runs, run)).map(shownGate),
        }),
      ),
  },
  {
    method: 'get',
    path: '/runs/{run}/events',
    summary: 'The events of a run as they come, from Last-Event-ID on.',
    type: 'text/event-stream',
    headers: resumes,
    handle: (asked, server) => follow(asked.params.run ?? '', asked, server),
  },
  {
    method: 'get',
    path: '/runs/{run}/transcripts',
    summary: 'The agent calls of a run.',
    handle: (asked, server) =>
      withRun(asked, server, async (run, runs) => json({ calls: await callsOf(runs, run) })),
  },
  {
    method: 'get',
    path: '/runs/{run}/transcripts/{call}',
    summary: 'What an agent said, ran and saw in one call. The id of the call is URL-encoded.',
    handle: (asked, server) =>
      withRun(asked, server, async (run, runs) => {
        const call = (await callsOf(runs, run)).find(({ id }) => id === asked.params.call)
        if (call === undefined) return problem(404, 'call-unknown', 'The run has no such call.')
        const { stateDir } = server.outside
        const folder = folderOfRun(stateDir, run)
        if (!isOwnPath(stateDir, transcriptFile(folder, call.id)))
          return problem(404, 'call-unknown', 'The transcript of this call is a link, which is not followed.')
        const { events } = await readTranscript(folder, call.id)
        return json({ ...call, events })
      }),
  },
  {
    method: 'get',
    path: '/events',
    summary: 'The events of the daemon itself, from Last-Event-ID on.',
    type: 'text/event-stream',
    headers: resumes,
    handle: (asked, server) => follow(null, asked, server),
  },
  {
    method: 'get',
    path: '/gates',
    summary: 'The gates at which runs wait for a person.',
    async handle(_asked, { outside: { stateDir } }) {
      const gates = await openGates(openRunStore(stateDir), (run) => isOwnRun(stateDir, run))
      return json({ gates: gates.map(shownGate) })
    },
  },
  {
    method: 'get',
    path: '/gates/{run}',
    summary: 'The open gates of one run, with all that a person should see.',
    handle: (asked, server) =>
      withRun(asked, server, async (run, runs) => json({ gates: (await gatesOf(runs, run)).map(shownGate) })),
  },
  {
    method: 'post',
    path: '/gates/{run}',
    summary: 'Answers an open gate. The daemon resumes the run.',
    status: 202,
    body: {
      choice: { type: 'string', required: true, description: 'One of the choices of the gate.' },
      reason: { type: 'string', required: false, description: 'What you say with it. Never a secret.' },
      gate: { type: 'string', required: false, description: 'The id of the gate, if several are open.' },
      digest: {
        type: 'string',
        required: false,
        description: 'Of the content that you approve. Required if the gate has one.',
      },
    },
    handle: (asked, server) =>
      withRun(asked, server, async (run, runs) => answered(asked, server, await gatesOf(runs, run), runs)),
  },
]

async function callsOf(runs: RunStore, run: KnownRun) {
  const events = (await runs.read(run))?.events ?? []
  return events.flatMap((event) =>
    isRunEvent(event, 'CommandIssued') && isRunAgent(event.command)
      ? [{ id: event.command.id, role: event.command.role, at: event.at }]
      : [],
  )
}

async function answered(
  { body }: Asked,
  { outside, daemon, by }: Serving,
  gates: readonly OpenGate[],
  runs: RunStore,
): Promise<Answer> {
  const named = gates.filter(({ asked }) => body.gate === undefined || asked.id === body.gate)
  const [gate] = named
  if (gate === undefined) return problem(404, 'gate-unknown', 'The run waits at no such gate.')
  if (named.length > 1)
    return problem(409, 'gate-ambiguous', 'Several gates are open: name one in the field gate.')
  const { asked, run } = gate
  const { redact } = await outside.open()
  const said = { choice: String(body.choice), reason: redact(String(body.reason ?? '')), by }
  const { digest } = asked.gate
  const given = body.digest === undefined ? {} : { digest: String(body.digest) }
  const objection = objectionTo(asked.gate, { ...said, ...given })
  if (objection !== null) return problem(409, objection.type, objection.why)
  try {
    await runs.answer(run, answerWord(asked, answerTo({ digest }, said), outside.clock.now()))
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return problem(409, error.code, error.message, error.next)
  }
  daemon.nudge()
  return json({ ok: true, run: `${run.subject}-${run.runId}`, gate: asked.id, choice: said.choice }, 202)
}
