/** Model servers that refuse, fall silent or break off, as the real agent programs tell it and as a run then goes on. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault, ModelRequest } from '@harness/agent-runner/test-support/fake-model-server'
import { isSoak } from '@harness/formats/test-support/runs'
import { expect, test, vi } from 'vitest'
import { harness, harnessJson as harnessProcess, start } from './support/harness.ts'
import { harnessJson } from './support/harness-here.ts'
import { noFindings, type Part, say, write } from './support/model-part.ts'
import { claude, codex, describeRealAgent, type Played, type RealAgent } from './support/real-agents.ts'
import { config, sampleRepo } from './support/sample-repo.ts'

const hourMs = 3_600_000

/** Answers as it should once the fault is over. */
const failing =
  (fault: Fault | (() => Fault), times: number): Part =>
  ({ role, number }) => {
    if (role === 'reviewer') return [noFindings]
    if (number > times) return [write('hello.txt', 'hello\n'), say('Done.')]
    return typeof fault === 'function' ? fault() : fault
  }

/** Fails after the first tool has worked: by then an answer was paid for. */
const cutAfterWriting = (fault: Fault, times: number): Part => {
  let failures = 0
  return ({ role, toolsAnswered }) => {
    if (role === 'reviewer') return [noFindings]
    if (toolsAnswered === 1 && failures++ < times) return fault
    return [write('hello.txt', 'hello\n'), say('Done.')]
  }
}

/** What was done before the failure is done once, and the session knows of it. */
function expectOneSession({ requests }: Played): void {
  const isFirst = ({ body }: ModelRequest): boolean => !/tool_result|_call_output/.test(JSON.stringify(body))
  const began = requests.filter((request) => isFirst(request) && !isOfReviewer(request))
  expect(began).toHaveLength(1)
  const [continued = ''] = requests
    .map(({ body }) => JSON.stringify(body))
    .filter((body) => body.includes('You were interrupted: '))
  expect(continued).toMatch(/(?:tool_result|_call_output)[\s\S]*You were interrupted: /)
  expect(continued.match(/Follow it in what to build/g)).toHaveLength(1)
}

const isOfReviewer = ({ body }: ModelRequest): boolean =>
  JSON.stringify(body).includes('You are the reviewer. ')

const repoFor = (agent: RealAgent, more: object = {}): string =>
  sampleRepo({ 'harness.config.json': config({ agent: { ...agent.config, ...more } }) })

for (const kind of [claude, codex])
  describeRealAgent(kind, 'a model server', (agent) => {
    // How each program tells it is in its contract.
    if (agent.name === 'codex' || isSoak)
      test.concurrent('AG-05 that says until when it is used up: the run waits, and a killed harness waits on until the same moment', async () => {
        const played = await agent.play(failing(() => agent.usedUp(hourMs), 1))
        const env = { ...played.env, ...agent.subscription }
        const root = repoFor(agent)
        const first = start(root, ['run'], { env })
        await first.saw(/wait +until .*rate limit of the implementer/)
        const { value: before } = await harnessJson(root, ['runs'])
        expect(before.runs).toMatchObject([{ state: 'sleeping' }])
        const waits = before.runs[0].sleepsUntil - Date.now()
        expect(Math.abs(waits - hourMs)).toBeLessThan(60_000)
        first.process.kill('SIGKILL')
        await first.ended
        const asked = played.requests.length
        const second = start(root, ['resume'], { env })
        await second.saw('resumed at')
        const asBefore = { state: 'sleeping', sleepsUntil: before.runs[0].sleepsUntil }
        await vi.waitFor(async () => {
          const { value: after } = await harnessJson(root, ['runs'])
          expect(after.runs).toMatchObject([asBefore])
        }, 60_000)
        second.process.kill('SIGTERM')
        expect((await second.ended).code).toBe(130)
        expect(played.requests).toHaveLength(asked)
      })

    // Claude's refused log-in is in the tests of the demo.
    if (agent.name === 'codex')
      test.concurrent('AG-05 that refuses the log-in: the run ends at once and says what to do', async () => {
        const played = await agent.play(failing(agent.loginRefused, 1))
        const root = repoFor(agent)
        const { code, value } = await harnessProcess(root, ['run'], played)
        expect(code).toBe(1)
        expect(value).toMatchObject({ outcome: 'paused', reason: expect.stringContaining('(auth)') })
        expect(value.next).toMatch(/harness doctor.*harness resume/)
        expect(played.requests).toHaveLength(1)
      })

    // The one that waits for ever by itself.
    if (agent.name === 'codex')
      test.concurrent('AG-06 that never answers: the watchdog ends the call, twice, and a person is asked', async () => {
        const played = await agent.play(failing({ type: 'silence' }, 2))
        const root = repoFor(agent, { limits: { idleMinutes: 0.02 } })
        const { code, value } = await harnessProcess(root, ['run'], played)
        expect(code).toBe(3)
        expect(value.reason).toContain('failed twice (timeout)')
        const { value: shown } = await harnessJson(root, ['show', '0001'])
        expect(shown.gate.detail).toContain('had been silent for 1.2 s')
      })

    if (agent.name === 'codex')
      test.concurrent('AG-04 AG-13 AG-18 that cuts a stream midway: the session goes on; that reviews in prose is asked to repair it, then another is asked; one that is repaired counts', async () => {
        // Each call has a turn and a repair turn.
        const implementer = cutAfterWriting({ type: 'drop' }, 1)
        const played = await agent.play((call) => {
          if (call.role !== 'reviewer') return implementer(call)
          return [call.number < 4 ? say('Looks great to me!') : noFindings]
        })
        const root = repoFor(agent)
        expect(await harnessProcess(root, ['run'], played)).toMatchObject({ code: 0 })
        const told = played.requests.map(({ body }) => JSON.stringify(body))
        expect(told.filter((body) => body.includes('does not have the required form'))).not.toEqual([])
        expect(told.filter((body) => body.includes('The previous answer was void'))).not.toEqual([])
        expectOneSession(played)
        expect(await harnessJson(root, ['replay', '0001'])).toMatchObject({ code: 0, value: { same: true } })
      })

    if (agent.name === 'claude')
      test.concurrent('AG-05 AG-13 that cuts its streams is one transient failure: the run pauses and the session goes on', async () => {
        // The program's own three tries are one call of ours.
        const played = await agent.play(cutAfterWriting({ type: 'drop' }, 3))
        const root = repoFor(agent)
        const { code, stdout } = await harness(root, ['run'], played)
        expect(code, stdout).toBe(0)
        expect(stdout.match(/failed \(network\)/g)).toHaveLength(1)
        expect(readFileSync(join(root, 'hello.txt'), 'utf8')).toBe('hello\n')
        expect(stdout).toContain('the implementer continues its session, which was interrupted')
        expectOneSession(played)
      })
  })
