/**
 * Test support: a handbook's run told by what agents, checks and merges came to. What goes without saying (documents
 * are read, lanes opened and closed, changes measured, boxes ticked) happens by itself unless the story says otherwise.
 */
import { expect } from 'vitest'
import type { Command } from '../../../command.ts'
import type { Event, Outcome } from '../../../event.ts'
import { closeId, type HandbookDocuments } from '../../../handbook-document.ts'
import { asCommitHash, asTreeHash } from '../../../ids.ts'
import type { HandbookInput } from '../input.ts'
import { handbook } from '../playbook.ts'
import type { HandbookState } from '../state.ts'
import { type Deed, type Happening, isFor, type Scene } from './happenings.ts'
import { input } from './shelf.ts'

const digest = (content: unknown): string => JSON.stringify(content)
const reread = <Content>(content: Content, known: string | null) => ({
  digest: digest(content),
  changed: digest(content) === known ? null : { content },
})

/** What goes without saying; null where it has to be said. */
function byItself(command: Command, at: number, scene: Scene): Outcome | null {
  const about = { at, commandId: command.id }
  switch (command.type) {
    case 'ReadHandbook':
      return {
        ...about,
        type: 'HandbookRead',
        handbook: reread(scene.shelf.handbook, command.known.handbook),
        product: reread(scene.shelf.product, command.known.product),
        design: reread(scene.shelf.design, command.known.design),
      }
    case 'OpenLane': {
      const commit = asCommitHash(`base-${scene.commits}`)
      return {
        ...about,
        type: 'LaneOpened',
        lane: command.lane,
        path: `/repo/${command.worktree ?? `.harness/run/lanes/${command.lane}`}`,
        branch: command.branch,
        baseCommit: commit,
        commit,
        tree: asTreeHash(`tree-${commit}`),
      }
    }
    case 'MeasureChange':
      return { ...about, type: 'ChangeMeasured', files: scene.changed.get(command.to) ?? [] }
    case 'CloseLane':
      return { ...about, type: 'LaneClosed', kept: null }
    case 'TickBox': {
      const { promptId, known } = command
      const before = digest(scene.shelf.handbook)
      scene.shelf = {
        ...scene.shelf,
        handbook: {
          ...scene.shelf.handbook,
          prompts: scene.shelf.handbook.prompts.map((one) =>
            one.id === promptId ? { ...one, box: 'done' } : one,
          ),
          phases: scene.shelf.handbook.phases.map((one) =>
            one.close !== null && closeId(one.number) === promptId
              ? { ...one, close: { ...one.close, box: 'done' as const } }
              : one,
          ),
        },
      }
      return {
        ...about,
        type: 'BoxTicked',
        promptId,
        digest: before === known ? digest(scene.shelf.handbook) : null,
      }
    }
    default:
      return null
  }
}

const isDeed = (one: Happening | Deed): one is Deed => !('claims' in one)

/** 2026-11-16 12:00 UTC. */
const startsAt = 1_794_830_400_000

export function given(
  shelf: HandbookDocuments,
  happenings: readonly (Happening | Deed)[] = [],
  told: Partial<HandbookInput> = {},
  hear: (event: Event) => void = () => {},
) {
  const scene: Scene = {
    state: handbook.initialState({ ...input, ...told }),
    shelf,
    log: [],
    changed: new Map(),
    commits: 0,
  }
  let at = startsAt
  const take = (event: Event): void => {
    hear(event)
    scene.state = handbook.evolve(scene.state, event)
    for (const command of wanted()) {
      const [line = ''] = summary([command])
      if (scene.log.includes(line)) continue
      scene.log.push(line)
      hear({ type: 'CommandIssued', at, command })
    }
  }
  const wanted = (): readonly Command[] => wantedIn(scene.state)
  const settle = (claims: (command: Command) => boolean): void => {
    for (let turn = 0; turn < 500; turn++) {
      if (wanted().some(claims)) return
      const next = wanted()
        .map((command) => byItself(command, at, scene))
        .find((event) => event !== null)
      if (next === undefined || next === null) return
      take(next)
    }
    throw new Error('it goes on by itself for ever')
  }
  take({
    type: 'RunStarted',
    at,
    runId: input.runId,
    playbook: 'handbook',
    playbookVersion: 1,
    input: told,
  })
  for (const happening of happenings) {
    at += 1000
    if (isDeed(happening)) {
      settle(() => false)
      at += happening.laterMs ?? 0
      if (happening.edit !== undefined) scene.shelf = happening.edit(scene.shelf)
      if (happening.event !== undefined) take(happening.event(at))
      continue
    }
    settle(happening.claims)
    const command = wanted().find(happening.claims)
    if (command === undefined)
      throw new Error(`nothing of that kind is wanted: ${summary(wanted()).join(', ')}`)
    take(happening.make(command, at, scene))
  }
  settle(() => false)
  return {
    state: scene.state,
    shelf: scene.shelf,
    /** Every command that was ever wanted, in order. */
    log: scene.log,
    notes: scene.state.notes,
    wants: (...expected: readonly string[]) => expect(summary(wanted())).toEqual(expected),
    command: (type: Command['type'], subject: string | null = null) => {
      const found = wanted().find((one) => one.type === type && isFor(one, subject))
      if (found === undefined) throw new Error(`not wanted: ${type}; but ${summary(wanted()).join(', ')}`)
      return found
    },
    labels: (subject: string | null = null) => slicesOf(wanted(), subject).map(({ label }) => label),
    envelope: (subject: string | null = null) =>
      slicesOf(wanted(), subject)
        .map(({ label, text }) => `# ${label}\n${text}`)
        .join('\n'),
    ends: () => {
      const decision = handbook.decide(scene.state)
      if (decision.type !== 'end') throw new Error(`still wants ${summary(wanted()).join(', ')}`)
      return decision.end
    },
  }
}

const wantedIn = (state: HandbookState): readonly Command[] => {
  const decision = handbook.decide(state)
  return decision.type === 'end' ? [] : decision.commands
}

function slicesOf(commands: readonly Command[], subject: string | null) {
  const command = commands.find((one) => one.type === 'RunAgent' && isFor(one, subject))
  if (command?.type !== 'RunAgent') throw new Error(`wants no agent: ${summary(commands).join(', ')}`)
  return command.slices
}

/** `prompt-reader work/1.1/1`, `RunChecks verify/3.1/1`. */
const summary = (commands: readonly Command[]): readonly string[] =>
  commands.map((command) => {
    const id = command.id.split('/').slice(1).join('/')
    return `${command.type === 'RunAgent' ? command.role : command.type} ${id}`
  })
