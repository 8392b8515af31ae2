/**
 * Takes a person at their word who renamed `checkpoint-<name>.md` to `.md.granted`: the open gate of that checkpoint is
 * answered as if by harness grant. Safe to repeat: a gate is answered once, and the file goes when the run has heard it.
 */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AskHuman } from '@harness/core/effects/ask-human'
import { answerTo } from '@harness/core/kernel/gate-answer'
import { grant } from '@harness/core/kernel/gate-choices'
import { UserError } from '@harness/core/kernel/user-error'
import { missionFolder, missionPaths } from '@harness/core/playbooks/mission/state/mission-contents'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import { checkpointsIn, grantedFile } from '@harness/formats/documents/mission/checkpoint-files'
import { answerWord, type InboxWord } from '@harness/formats/records/inbox-word'
import { stillAsked } from './mission-gates.ts'

/** A mission that is resumed at this time, with the gates that it has opened. */
export interface StoodMission {
  readonly state: MissionState
  readonly asked: readonly AskHuman[]
  readonly at: number
}

/** Puts a word into the inbox of the mission's run. */
export type Answer = (word: InboxWord) => Promise<void>

export async function takeGrantsByHand(
  repoRoot: string,
  tell: Answer,
  { state, asked, at: now }: StoodMission,
): Promise<void> {
  const { at } = state
  if (at.phase !== 'gate' || at.about.type !== 'checkpoint') return
  const { name } = at.about.checkpoint
  const folder = join(repoRoot, missionFolder, missionPaths.checkpoints)
  const { granted, waiting } = checkpointsIn(await readdir(folder).catch(() => []))
  const gate = stillAsked(state, asked).find((one) => one.gate.name === at.gate.name)
  // A file beside the one that waits is no renamed one.
  if (gate === undefined || !granted.includes(name) || waiting.includes(name)) return
  await grantBy(tell, gate, grantedFile(name), now)
}

/** As if by harness grant. */
async function grantBy(tell: Answer, gate: AskHuman, by: string, at: number): Promise<void> {
  const answer = answerTo(gate.gate, { choice: grant, reason: '', by })
  try {
    await tell(answerWord(gate, answer, at))
  } catch (error) {
    // A person has answered before, by harness grant or by this file.
    if (!(error instanceof UserError) || error.code !== 'gate-already-answered') throw error
  }
}
