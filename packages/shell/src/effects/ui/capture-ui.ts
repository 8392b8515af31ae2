/**
 * CaptureUi: starts the product in a clean room, takes pictures of its pages in a browser and stops it again.
 *
 * Safe to repeat: what an earlier attempt left running is ended by its tag before a run goes on, its pictures are
 * replaced.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaptureUi, UiCaptured, UiNotCaptured } from '@harness/core/effects/capture-ui'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { treeOf } from '../../machine/git/commits.ts'
import { fileNameOf, taskFilesOf } from '../../store/sidecars/task-files.ts'
import type { CheckPorts } from '../checks/check-ports.ts'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import { hasOwnPorts } from '../lanes/lane-cell.ts'
import { requireLane } from '../lanes/lane-record.ts'
import { inRoom, type LayerPlace } from '../rooms/in-room.ts'
import { type Served, whileServing } from './dev-server.ts'
import { findBrowser } from './find-browser.ts'
import { addressIn, portOf } from './lane-address.ts'
import { type PortHolder, portHolder } from './port-holder.ts'
import { type Shot, takeScreens } from './take-screens.ts'

type Outcome = UiCaptured | UiNotCaptured
type Trouble = Pick<UiNotCaptured, 'reason' | 'detail' | 'next'>

/** How the next step ends if there was no browser; a playbook that goes on without one says something else. */
export const thenResume = ', then: harness resume'

export const captureUi = (
  command: CaptureUi,
  attempt: Attempt,
  ports: CheckPorts,
): Promise<Outcome | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const about = () => ({ at: ports.clock.now(), commandId: command.id })
    const not = ({ reason, detail, next }: Trouble): UiNotCaptured => ({
      ...about(),
      type: 'UiNotCaptured',
      reason,
      detail: ports.sanitise(detail),
      next: ports.sanitise(next),
    })
    const record = await requireLane(ports.stateDir, command.lane)
    const browser = findBrowser(ports.environment)
    if (browser.path === null)
      return not({ reason: 'no-browser', detail: browser.why, next: `${browser.next}${thenResume}` })
    const url = addressIn(record, command.server.url)
    const holder = hasOwnPorts(ports, 'checks') ? null : await portHolder(portOf(url))
    if (holder !== null) return not(portTaken(portOf(url), holder))

    const { commit, id } = command
    const tree = await treeOf(record.path, commit)
    const { served, notes } = await inRoom({ id, commit, tree }, record, attempt, ports, async (room) => ({
      notes: room.notes,
      served: await room.layer(({ cell }) =>
        look(command, url, browser.path, { record: room.record, cell }, attempt.signal, ports),
      ),
    }))
    const outcome =
      served.type === 'used' && served.result.type === 'taken'
        ? ({ ...about(), type: 'UiCaptured', screens: served.result.screens } as const)
        : not(troubleOf(served, command))
    return notes.length === 0 ? outcome : { ...outcome, notes: notes.map((note) => ports.sanitise(note)) }
  })

async function look(
  command: CaptureUi,
  url: string,
  program: string,
  place: LayerPlace,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<Served<Shot>> {
  const folder = join(taskFilesOf(ports), 'review-ui', fileNameOf(command.id))
  await rm(folder, { recursive: true, force: true })
  await makeDir(folder)
  return whileServing(command, url, place, signal, ports, (over, reach) =>
    takeScreens(
      {
        program,
        environment: ports.environment,
        url,
        routes: command.routes,
        folder,
        tag: `${ports.processTag}/${command.id}/browser`,
        reach,
        sandbox: ports.sandbox,
        sanitise: (text) => ports.sanitise(text),
      },
      over,
    ),
  )
}

function portTaken(port: number, { process }: PortHolder): Trouble {
  const who = process === null ? 'another process' : `process ${process.pid} (${process.command})`
  const end = process === null ? 'End what listens there' : `End it (kill ${process.pid})`
  return {
    reason: 'port-taken',
    detail: `Port ${port}, where devServer.url says that the product answers, is taken by ${who}.`,
    next: `${end}, then: harness resume. With a port of the lane's own it cannot happen: $HARNESS_LANE_PORT in devServer.url and devServer.command.`,
  }
}

function troubleOf(served: Served<Shot>, { server }: CaptureUi): Trouble {
  const printed = `The end of what “${server.run}” printed:\n${served.output.trimEnd() || '(nothing)'}`
  const next = `All of its output: ${served.log}; then: harness resume`
  switch (served.type) {
    case 'not-ready':
      return {
        reason: 'not-ready',
        detail: `The product did not answer at ${server.url} within ${server.readyMs / 1000} s. ${printed}`,
        next,
      }
    case 'died':
      if (served.isMissing)
        return {
          reason: 'command-missing',
          detail: `The command of the dev server was not found: ${server.run} ${printed}`,
          next: 'Install it in the lane (lanes.setup) or on this machine, then: harness resume. If devServer.command names it wrongly, fix that, give the run up (harness refuse <run> -m "why") and start again',
        }
      return {
        reason: 'died',
        detail: `The product’s server ended while it was needed; it must stay in the foreground. ${served.how} ${printed}`,
        next,
      }
    case 'used':
      return served.result.type === 'no-browser'
        ? {
            reason: 'no-browser',
            detail: served.result.detail,
            next: `Set HARNESS_BROWSER to a Chromium or Chrome that starts${thenResume}`,
          }
        : { reason: 'page-failed', detail: `${pageFailure(served.result)}\n${printed}`, next }
  }
}

const pageFailure = (shot: Shot): string =>
  shot.type === 'page-failed' ? `A page could not be shown: ${shot.detail}` : ''
