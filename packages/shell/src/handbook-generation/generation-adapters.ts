/** The adapters of a handbook's making: those of every playbook, and what writes it. */
import type { Adapters } from '../adapters.ts'
import { writeHandbook } from '../documents/write-handbook.ts'
import { commonAdapters, redacting } from '../playbook-run/common-adapters.ts'
import type { RunPorts } from '../playbook-run/run-ports.ts'

export const generationAdapters = (ports: RunPorts): Adapters => ({
  ...commonAdapters(ports, null),
  writeHandbook: (command, attempt) => redacting(ports)(writeHandbook(command, attempt, ports)),
})
