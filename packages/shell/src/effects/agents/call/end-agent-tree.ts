/** Ends everything that a turn of an agent started: what the shell brings to the providers. */
import type { EndTree } from '@harness/agent-runner/runner/end-tree'
import { endTree } from '../../../machine/process/end-tree.ts'

const graceMs = 1_000

export const endAgentTree: EndTree = async ({ group, tag }) => {
  const isOurs = (other: string): boolean => other === tag || other.startsWith(`${tag}/`)
  await endTree({ group, isOurs }, graceMs)
}
