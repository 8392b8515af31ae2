/** Tells the work of a phase from what only looks, waits, asks or tidies up on the way to it. */
import type { Command } from '@harness/core/playbooks/delivery/effects'

const onTheWay: ReadonlySet<Command['type']> = new Set([
  'ReadDocuments',
  'AwaitCi',
  'CompletePlan',
  'CloseLane',
  'AskHuman',
  'WakeAt',
  'Freeze',
])

export const isWorkOfPhase = ({ type }: Command): boolean => !onTheWay.has(type)
