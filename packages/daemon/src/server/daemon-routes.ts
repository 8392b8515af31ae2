/** Owns the routes that look at the daemon and steer it. The first ones are those of the source. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { isBlocked, isQueued, refusalOf } from '@harness/core/playbooks/daemon/heard'
import type { OperatorWord } from '@harness/core/playbooks/daemon/words'
import { openRunStore } from '@harness/shell/store/open-run-store'
import { logPathOf } from '@harness/shell/store/sidecars/run-log'
import { metricsText } from './metrics.ts'
import { isOwnPath, isOwnRun } from './own-files.ts'
import { type Answer, json, problem, type Route, type Serving } from './route.ts'

const said = async (server: Serving, word: OperatorWord, status: 200 | 202 = 200): Promise<Answer> => {
  const refused = refusalOf(server.daemon.state(), word)
  if (refused !== null) return problem(409, refused.code, refused.reason, refused.next)
  await server.daemon.say(word, server.by)
  const snapshot = await server.snapshot()
  return json({ ok: true, ...snapshot }, status)
}

const simple = (path: string, summary: string, word: OperatorWord, status: 200 | 202 = 200): Route => ({
  method: 'post',
  path,
  summary,
  status,
  handle: (_asked, server) => said(server, word, status),
})

const reasonQuery = ({ query, body }: Parameters<Route['handle']>[0]): string =>
  String(body.reason ?? query.reason ?? '').slice(0, 2_000)

const reasonBody = { reason: { type: 'string', required: false, description: 'Why.' } } as const

const state = (path: string, summary: string): Route => ({
  method: 'get',
  path,
  summary,
  handle: async (_asked, server) => ({
    type: 'text',
    contentType: 'application/json',
    text: await server.stateText(),
  }),
})

export const daemonRoutes: readonly Route[] = [
  state('/state', 'What the daemon works on, what is blocked, and why.'),
  state('/status', 'The same as /state.'),
  {
    method: 'post',
    path: '/pause',
    summary: 'Starts nothing new; runs in flight continue.',
    body: reasonBody,
    handle: (asked, server) => said(server, { type: 'pause', reason: reasonQuery(asked) }),
  },
  simple('/resume', 'Starts work again.', { type: 'resume' }),
  simple('/drain', 'Lets runs in flight finish and starts nothing new.', { type: 'drain' }),
  simple('/stop', 'Lets runs in flight finish, then ends the daemon.', { type: 'stop' }, 202),
  simple(
    '/stop-now',
    'Releases all runs at once, resumably, and ends the daemon.',
    { type: 'stop-now' },
    202,
  ),
  {
    method: 'post',
    path: '/freeze',
    summary: 'Halts every run at its next step, and starts nothing.',
    query: ['reason'],
    body: reasonBody,
    handle: (asked, server) => said(server, { type: 'freeze', reason: reasonQuery(asked) }),
  },
  simple('/unfreeze', 'Lifts the freeze; the daemon stays paused.', { type: 'unfreeze' }),
  {
    method: 'post',
    path: '/unblock/{id}',
    summary: 'Tries a blocked plan or queued command again.',
    handle: ({ params: { id = '' } }, server) =>
      isBlocked(server.daemon.state(), id)
        ? said(server, { type: 'unblock', id })
        : Promise.resolve(
            problem(404, 'not-blocked', `Nothing with the id ${JSON.stringify(id)} is blocked.`),
          ),
  },
  {
    method: 'post',
    path: '/queue',
    summary: 'Carries out a command of any playbook when a lane is free.',
    status: 202,
    body: { args: { type: 'array', required: true, description: 'The command, word by word.' } },
    async handle({ body }, server) {
      const args = body.args as readonly string[]
      const refused = server.outside.refuseQueued(args)
      return refused === null
        ? said(server, { type: 'queue', args }, 202)
        : problem(400, refused.code, refused.message, refused.next)
    },
  },
  {
    method: 'post',
    path: '/unqueue/{id}',
    summary: 'Takes a queued command back that has not started, or is blocked.',
    handle: ({ params: { id = '' } }, server) =>
      isQueued(server.daemon.state(), id)
        ? said(server, { type: 'unqueue', id })
        : Promise.resolve(
            problem(
              404,
              'not-queued',
              `No command with the id ${JSON.stringify(id)} waits to start or is blocked.`,
              'harness daemon status',
            ),
          ),
  },
  {
    method: 'get',
    path: '/logs/{planId}',
    summary: 'The log of the newest run of a plan, its last 256 KiB.',
    type: 'text/plain',
    async handle({ params: { planId = '' } }, { outside: { stateDir } }) {
      // An id, and never a path: it is looked for among the subjects that there are.
      const runs = openRunStore(stateDir)
      const [newest] = (await runs.subjects()).has(planId) ? await runs.list(planId) : []
      if (newest === undefined)
        return problem(404, 'run-unknown', `No run of ${JSON.stringify(planId)} is here.`)
      const path = logPathOf(stateDir, newest.subject, newest.runId)
      if (!isOwnPath(stateDir, path) || !isOwnRun(stateDir, newest))
        return problem(409, 'log-linked', `${path} is reached by a link, which is not followed.`)
      const text = await lastOf(path)
      return { type: 'text', text, contentType: 'text/plain; charset=utf-8' }
    },
  },
  {
    method: 'get',
    path: '/metrics',
    summary: 'Figures for Prometheus.',
    type: 'text/plain',
    handle: async (_asked, { daemon, clients }) => ({
      type: 'text',
      text: metricsText({ state: daemon.state(), clients: clients(), rssBytes: process.memoryUsage.rss() }),
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
    }),
  },
  {
    method: 'get',
    path: '/openapi.json',
    summary: 'This description.',
    handle: async (_asked, server) => json(server.openApi()),
  },
]

const mostLogBytes = 256 * 1024

async function lastOf(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null)
  if (file === null) return ''
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - mostLogBytes)
    const bytes = Buffer.alloc(size - from)
    await file.read(bytes, 0, bytes.length, from)
    return bytes.toString('utf8')
  } finally {
    await file.close()
  }
}
