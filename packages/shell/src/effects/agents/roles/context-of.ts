/** Reads the context drops that an agent is to be told, from the operator's own checkout and never from a lane. */
import type { RunAgent } from '@harness/core/effects/run-agent'
import { type SelectedContext, selectContext } from '@harness/formats/documents/context/select-context'
import { contextFiles } from '../../documents/context-folder.ts'
import type { AgentPorts } from '../port/agent-ports.ts'

type ContextPorts = Pick<AgentPorts, 'repoRoot' | 'contextDir' | 'redact'>

export async function contextOf(
  { context }: Pick<RunAgent, 'context'>,
  ports: ContextPorts,
): Promise<SelectedContext> {
  if (context === undefined) return { slices: [], uses: [] }
  const files = await contextFiles(ports)
  const redacted = files.map((file) =>
    file.problem === null
      ? { ...file, path: ports.redact(file.path), text: ports.redact(file.text) }
      : { ...file, path: ports.redact(file.path) },
  )
  return selectContext(redacted, context)
}
